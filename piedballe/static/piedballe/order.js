/* The order page: taps, keys and buttons write the text, which is the order; the pitch shows what
   it says so far. The server reads it again; this only shows what it will read. */

window.piedballeOrder ??= (() => {
  const COMPASS = {
    ArrowUp: [0, 1],
    ArrowDown: [0, -1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    Home: [-1, 1],
    PageUp: [1, 1],
    End: [-1, -1],
    PageDown: [1, -1],
  };
  const NARROW = 400;
  const SEEN = [11, 13];
  const find = (id) => document.getElementById(id);
  const desk = () => JSON.parse(find("desk").dataset.desk);
  const svg = () => document.querySelector("#desk-board .field");
  const steps = () =>
    find("line").value.split(/[;\n]/).map((step) => step.trim()).filter(Boolean);
  const squaresIn = (step) =>
    [...step.matchAll(/(\d+)\s*,\s*(\d+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  const moves = (step) => /^(c|course|r|run|dribble)\b/i.test(step ?? "");
  const shoots = (step) => /^(tir|shoot)\b/i.test(step ?? "");
  const inside = ([x, y]) => x >= 1 && x <= 16 && y >= 1 && y <= 30;
  const inGoal = ([x, y]) => x >= 7 && x <= 10 && (y === 0 || y === 31);

  const write = (text) => {
    find("line").value = text;
    find("line").dispatchEvent(new Event("input", { bubbles: true }));
  };

  /* A turn: the way of the figure, then what a piece adds to the text (as pages/plan.py) */
  const wayOf = () => {
    const { at, slot } = desk();
    const way = [at[slot]];
    steps().filter(moves).flatMap(squaresIn).forEach((to) => {
      way.push(...window.piedballe.line(way.at(-1), to));
    });
    return way;
  };

  const shorter = (list) => {
    const last = list.pop() ?? "";
    const found = squaresIn(last);
    if (moves(last) && found.length > 1) {
      list.push(`${last.slice(0, last.search(/\d+\s*,/)).trim()} ${found.slice(0, -1).join(" ")}`);
    }
    return list;
  };

  const add = (piece) => {
    let list = steps().filter((step) => !/^(rien|stay)$/i.test(step));
    if (piece === "clear") {
      list = [];
    } else if (piece === "back") {
      list = shorter(list);
    } else if (piece.startsWith("+")) {
      list = list.map((step) =>
        shoots(step) ? step.replace(/\s*\+\s*\d*\s*$/, "") + (piece === "+0" ? "" : ` ${piece}`) : step,
      );
    } else if (moves(piece) && piece.startsWith("c") && moves(list.at(-1))) {
      list[list.length - 1] += ` ${squaresIn(piece).join(" ")}`;
    } else {
      list.push(piece);
    }
    write(list.join(" ; "));
  };

  const aim = (at) => {
    const list = steps();
    const index = list.findIndex(shoots);
    const power = list[index]?.match(/\+\s*\d+\s*$/)?.[0] ?? "";
    list[index < 0 ? list.length : index] = `tir ${at} ${power}`.trim();
    write(list.join(" ; "));
  };

  const offer = (id) => {
    const buttons = [...document.querySelectorAll("#choices [data-on]")];
    buttons.forEach((button) => button.classList.toggle("on", button.dataset.on === id));
    const first = buttons.find((button) => button.dataset.on === id);
    first?.scrollIntoView({ block: "nearest" });
    first?.focus();
    return Boolean(first);
  };

  const tapTurn = (at) => {
    const { at: all, slot } = desk();
    const there = Object.keys(all).find((id) => id !== slot && String(all[id]) === String(at));
    if (shoots(steps().at(-1)) || inGoal(at)) {
      aim(at);
    } else if (!inside(at) || String(wayOf().at(-1)) === String(at)) {
      return;
    } else if (!there || !offer(there)) {
      add(`c: ${at}`);
    }
  };

  /* The placing: one square a figure, a sign for those who have none yet */
  const spot = () => document.querySelector("[name=spot]:checked");

  const places = () => {
    const { figures } = desk();
    const words = find("line").value.replace(/\s*,\s*/g, ",").split(/[^\d,·-]+/).filter(Boolean);
    return figures.map((_, index) => squaresIn(words[index] ?? "")[0] ?? null);
  };

  const putAt = (at) => {
    const { missing, slot } = desk();
    const mine = slot[0] === "A" ? at[1] <= 15 : at[1] >= 16;
    if (!inside(at) || !mine) {
      return;
    }
    const all = places();
    all[Number(spot().value) - 1] = at;
    write(all.map((each) => each ?? missing).join(" "));
  };

  const tapPlacing = (at) => {
    putAt(at);
    const free = places().findIndex((each) => each === null);
    if (free >= 0) {
      document.querySelector(`[name=spot][value="${free + 1}"]`).checked = true;
    }
  };

  const tap = (at) => (desk().placing ? tapPlacing(at) : tapTurn(at));

  const step = ([dx, dy]) => {
    const from = desk().placing ? places()[Number(spot().value) - 1] : wayOf().at(-1);
    const to = from && [from[0] + dx, from[1] + dy];
    if (to && inside(to)) {
      (desk().placing ? putAt : (at) => add(`c: ${at}`))(to);
    }
  };

  /* What the text says, drawn */
  const focusOf = () => {
    const { placing, slot } = desk();
    if (placing) {
      return [8, slot[0] === "A" ? 8 : 23];
    }
    return wayOf().at(-1);
  };

  /* The numbers of columns and rows stay at the edge of what is seen */
  const number = ([x, y, , height]) => {
    const { unit } = window.piedballe.layoutOf(svg());
    for (const label of svg().querySelectorAll(".co.y")) {
      label.style.transform = x ? `translateX(${x - 2}px)` : "";
      const corner = x && Number(label.getAttribute("y")) > y + height - unit;
      label.setAttribute("visibility", corner ? "hidden" : "visible");
    }
    for (const label of svg().querySelectorAll(".co.x")) {
      const off = y + height - Number(label.getAttribute("y")) - 7;
      label.style.transform = off < 0 ? `translateY(${off}px)` : "";
    }
  };

  const look = () => {
    const near = document.querySelector("[data-zoom]:checked").value === "near";
    svg().dataset.whole ??= svg().getAttribute("viewBox");
    if (!near) {
      svg().setAttribute("viewBox", svg().dataset.whole);
      number([0, 0, 0, Infinity]);
      return;
    }
    const { unit, left } = window.piedballe.layoutOf(svg());
    const [columns, rows] = desk().placing ? [16, 16] : SEEN;
    const [x, y] = focusOf();
    const clamp = (value, most) => Math.min(Math.max(value, 0), most);
    const column = clamp(x - 1 - Math.floor(columns / 2), 16 - columns);
    const row = clamp(31 - y - Math.floor(rows / 2), 32 - rows);
    const edge = column === 0 ? 0 : left;
    const seen = [column * unit + edge, row * unit, columns * unit + left - edge, rows * unit];
    svg().setAttribute("viewBox", seen.join(" "));
    number(seen);
  };

  const sceneOf = () => {
    const told = desk();
    if (told.placing) {
      const at = Object.fromEntries(told.figures.map((id, index) => [id, places()[index]]));
      return { at, marked: [], ball: null, holder: null, who: "", way: [], flight: [] };
    }
    const way = wayOf();
    const holds = told.holder === told.slot;
    const target = steps().filter((each) => /^(passe?|tir|shoot)\b/i.test(each)).at(-1) ?? "";
    const mate = target.match(/[ab][1-4g]\s*$/i)?.[0].trim().toUpperCase();
    const end = mate ? told.at[mate] : squaresIn(target)[0];
    const moved = way.slice(0, stepsBefore(target, way.length));
    return {
      ...told,
      at: { ...told.at, [told.slot]: way.at(-1) },
      ball: holds ? moved.at(-1) : told.ball,
      who: told.slot,
      way,
      flight: end ? [moved.at(-1), end] : [],
    };
  };

  /* How much of the way lies before an action */
  const stepsBefore = (action, all) => {
    const before = steps().slice(0, steps().indexOf(action));
    if (!action) {
      return all;
    }
    const { at, slot } = desk();
    const way = [at[slot]];
    before.filter(moves).flatMap(squaresIn).forEach((to) => {
      way.push(...window.piedballe.line(way.at(-1), to));
    });
    return way.length;
  };

  const show = () => {
    window.piedballe.place(svg(), sceneOf());
    document.querySelectorAll("[data-spot]").forEach((each) => {
      each.textContent = places()[Number(each.dataset.spot) - 1] ?? "";
    });
    look();
  };

  /* The server's answer to the saved draft: what may be done next, what would be rolled */
  const refresh = async () => {
    const answer = await fetch(`?slot=${desk().slot}`);
    if (!answer.ok || answer.redirected) {
      return;
    }
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of ["choices", "foresight", "left"]) {
      const [old, fresh] = [find(id), page.getElementById(id)];
      const chosen = old?.contains(document.activeElement) ? document.activeElement.value : null;
      if (old && fresh) {
        old.replaceChildren(...fresh.childNodes);
        [...old.querySelectorAll("button")].find((button) => button.value === chosen)?.focus();
      }
    }
  };

  const begun = () => Boolean(find("desk"));

  document.addEventListener("click", (event) => {
    const button = begun() && event.target.closest("#desk [name=add]");
    if (button) {
      event.preventDefault();
      if ("dx" in button.dataset) {
        step([Number(button.dataset.dx), Number(button.dataset.dy)]);
      } else if (desk().placing) {
        write(button.value === "clear" ? "" : button.value);
      } else {
        add(button.value);
      }
    } else if (begun() && event.target.closest("#desk-board .field")) {
      tap(window.piedballe.squareAt(svg(), event.clientX, event.clientY));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (!begun() || !event.target.closest(".keypad")) {
      return;
    }
    if (event.key in COMPASS) {
      event.preventDefault();
      step(COMPASS[event.key]);
    } else if (event.key === "Backspace" && !desk().placing) {
      event.preventDefault();
      add("back");
    }
  });
  document.addEventListener("input", (event) => {
    if (begun() && (event.target.id === "line" || event.target.matches("[data-zoom]"))) {
      show();
    }
  });
  /* To change the view or whom to place changes no order: nothing is to be saved */
  document.addEventListener(
    "change",
    (event) => {
      if (begun() && event.target.matches("[data-zoom], [name=spot]")) {
        event.stopPropagation();
      }
    },
    true,
  );
  document.addEventListener("htmx:afterSwap", (event) => {
    if (begun() && event.target.id === "status") {
      refresh();
    }
  });
  const begin = () => {
    if (!begun()) {
      return;
    }
    if (find("desk-board").clientWidth < NARROW) {
      document.querySelector("[data-zoom][value=near]").checked = true;
    }
    show();
  };
  begin();
  return { begin };
})();
