/* The replay of the match page. Its steps are the list items of the reports on the page, each
   with the position after it; without this script those lists are the replay. */

window.piedballeReplay ??= (() => {
  const PACE = 1400;
  const find = (id) => document.getElementById(id);
  const lists = () => [...document.querySelectorAll("[data-replay]")];
  let list = null;
  let timer = 0;

  const steps = () => (list ? [...list.querySelectorAll("[data-st]")] : []);

  const stop = () => {
    clearInterval(timer);
    timer = 0;
    find("play").classList.remove("going");
    find("play").setAttribute("aria-label", find("replay").dataset.play);
  };

  const say = (number) => {
    const items = steps();
    find("step").max = items.length - 1;
    find("step").value = number;
    find("step").setAttribute("aria-valuetext", items[number].textContent.trim());
    find("count").textContent = `${number} / ${items.length - 1}`;
    find("say").replaceChildren(...[...items[number].cloneNode(true).childNodes]);
  };

  const show = (wanted) => {
    const items = steps();
    if (!items.length) {
      return;
    }
    const number = Math.min(Math.max(wanted, 0), items.length - 1);
    const item = items[number];
    const scene = JSON.parse(item.dataset.st);
    for (const svg of document.querySelectorAll(".stage .field")) {
      window.piedballe.place(svg, scene);
    }
    document.querySelectorAll("[data-st].on").forEach((other) => other.classList.remove("on"));
    item.classList.add("on");
    say(number);
    if (number === items.length - 1) {
      stop();
    }
  };

  const move = (by) => show(Number(find("step").value) + by);

  const play = () => {
    if (timer) {
      stop();
      return;
    }
    if (find("step").value === find("step").max) {
      show(0);
    }
    timer = setInterval(move, PACE, 1);
    find("play").classList.add("going");
    find("play").setAttribute("aria-label", find("replay").dataset.pause);
  };

  const radio = (entry) => {
    const label = document.createElement("label");
    const input = document.createElement("input");
    const name = document.createElement("span");
    Object.assign(input, { type: "radio", name: "turn", value: entry.dataset.replay });
    input.checked = entry === list;
    name.textContent = entry.dataset.name;
    label.append(input, name);
    return label;
  };

  /* The page as it came, or after the server changed a part of it: the newest turn, played out.
     The board already shows it: nothing moves until the reader asks. */
  const begin = () => {
    const entries = lists();
    if (!find("replay") || find("replay").dataset.turns === String(entries.length)) {
      return;
    }
    find("replay").dataset.turns = entries.length;
    find("replay").hidden = !entries.length;
    if (!entries.length) {
      return;
    }
    list = entries.reduce((a, b) => (Number(b.dataset.replay) > Number(a.dataset.replay) ? b : a));
    const legend = find("turns").querySelector("legend");
    const inOrder = entries.sort((a, b) => a.dataset.replay - b.dataset.replay);
    find("turns").replaceChildren(legend, ...inOrder.map(radio));
    stop();
    say(steps().length - 1);
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#prev, #play, #next");
    if (button) {
      ({ prev: () => move(-1), next: () => move(1), play })[button.id]();
    }
  });
  document.addEventListener("input", (event) => {
    if (event.target.id === "step") {
      move(0);
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.matches("#turns input")) {
      list = lists().find((entry) => entry.dataset.replay === event.target.value);
      stop();
      show(0);
    }
  });
  document.addEventListener("htmx:load", begin);
  begin();
  return { begin };
})();
