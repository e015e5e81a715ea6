/* What every page has: theme, clocks, copy buttons, a word when the server is silent.
   Sentences come from the templates (data-*), so both languages work. */

const root = document.documentElement;
const two = (number) => String(number).padStart(2, "0");

/* Theme: auto, light, dark, in turn; theme.js sets it before the first paint */
const THEMES = ["auto", "light", "dark"];
const themeSwitch = document.querySelector("[data-theme-switch]");

function setTheme(theme) {
  root.dataset.theme = theme;
  localStorage.setItem("theme", theme);
  themeSwitch.querySelector("[data-theme-name]").textContent = themeSwitch.dataset[theme];
}

setTheme(THEMES.includes(root.dataset.theme) ? root.dataset.theme : "auto");
themeSwitch.addEventListener("click", () => {
  setTheme(THEMES[(THEMES.indexOf(root.dataset.theme) + 1) % THEMES.length]);
});

/* Countdowns: data-left is what was left, in seconds, when the server wrote it. The reader's
   clock only measures what has gone by since; it may be wrong as a clock. */
const ends = new WeakMap();

function left(element) {
  if (!ends.has(element)) {
    ends.set(element, Date.now() + 1000 * Number(element.dataset.left));
  }
  return Math.max(0, Math.round((ends.get(element) - Date.now()) / 1000));
}

function span(seconds) {
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  if (hours >= 24) {
    return `${Math.floor(hours / 24)}\u00a0${document.body.dataset.day} ${hours % 24}\u00a0h`;
  }
  return hours
    ? `${hours}\u00a0h\u00a0${two(minutes)}`
    : `${minutes}\u00a0min\u00a0${two(seconds % 60)}\u00a0s`;
}

/* The server's clock goes on from the time it was written, in the same format */
const clock = document.querySelector("[data-clock]");
const clockText = clock.textContent;
const [clockHours, clockMinutes] = clockText.match(/\d+/g).map(Number);
const clockStart = Date.now() - 1000 * Number(clock.dataset.clock);

function clockNow() {
  const minutes = clockHours * 60 + clockMinutes + Math.floor((Date.now() - clockStart) / 60000);
  const parts = [Math.floor(minutes / 60) % 24, minutes % 60];
  return clockText.replace(/\d+/g, () => two(parts.shift()));
}

function tick() {
  for (const element of document.querySelectorAll("[data-left]")) {
    element.textContent = span(left(element));
  }
  clock.textContent = clockNow();
}

tick();
setInterval(tick, 1000);

/* Copy buttons: data-copy is a selector of what to copy, data-copied what the button then says */
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) {
    return;
  }
  const source = document.querySelector(button.dataset.copy);
  await navigator.clipboard.writeText(source.value ?? source.textContent);
  button.textContent = button.dataset.copied;
  document.querySelector("[data-said]").textContent = button.dataset.copied;
});

/* htmx: a fragment that came, a server that did not answer */
document.addEventListener("htmx:load", tick);
for (const trouble of ["htmx:sendError", "htmx:responseError"]) {
  document.addEventListener(trouble, () => {
    document.querySelector(".trouble").hidden = false;
  });
}
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) {
    document.querySelector(".trouble").hidden = true;
  }
});
