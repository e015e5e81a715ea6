// Runs before the first paint: the reader's own theme, and the sign that scripts run.
document.documentElement.classList.add("js");
document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "auto";
