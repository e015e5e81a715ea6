/* A bowler's aim: the ground writes the line, the line moves the cross. The server reads the line
   again; this only shows what it will read. */

window.boulesAim ??= (() => {
  const SIZE = 20;
  const UNIT = 20;
  const find = (id) => document.getElementById(id);
  const told = (id) => JSON.parse(find(id).textContent);

  /* The square of a text, or null (docs/rules/boules.md, A throw) */
  const squareIn = (text) => {
    const plain = text.normalize("NFKC").trim();
    const found = /^(?:\[\s*(\d+)(?:\s*[,;]\s*|\s+)(\d+)\s*\]|\(\s*(\d+)(?:\s*[,;]\s*|\s+)(\d+)\s*\)|(\d+)(?:\s*[,;]\s*|\s+)(\d+))$/.exec(plain);
    if (!found) {
      return null;
    }
    const [x, y] = found.slice(1).filter(Boolean).map(Number);
    return x >= 1 && x <= SIZE && y >= 1 && y <= SIZE ? [x, y] : null;
  };

  const said = ([x, y]) => {
    const words = told("aim-words");
    const side = told("lying")[`${x},${y}`];
    const kind = !side ? "point" : side === find("aiming").dataset.side ? "own" : "shot";
    return words[kind].replace("{square}", `[${x},${y}]`);
  };

  const show = () => {
    const at = squareIn(find("line").value);
    const cross = find("ground").querySelector(".aim");
    cross.setAttribute("visibility", at ? "visible" : "hidden");
    if (at) {
      cross.setAttribute("transform", `translate(${(at[0] - 0.5) * UNIT} ${(at[1] - 0.5) * UNIT})`);
    }
    find("left").textContent = at ? said(at) : told("aim-words").none;
  };

  const aimAt = ([x, y]) => {
    const line = find("line");
    const held = (n) => Math.min(SIZE, Math.max(1, n));
    line.value = `[${held(x)},${held(y)}]`;
    line.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const nudge = (dx, dy) => {
    const [x, y] = squareIn(find("line").value) ?? [SIZE / 2, SIZE / 2];
    aimAt([x + dx, y + dy]);
  };

  const clicked = (event) => {
    const svg = find("ground").querySelector("svg");
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    aimAt([Math.floor(point.x / UNIT) + 1, Math.floor(point.y / UNIT) + 1]);
  };

  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  const begin = () => {
    if (!find("ground")) {
      return;
    }
    find("line").addEventListener("input", show);
    find("ground").addEventListener("click", clicked);
    find("ground").addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (step) {
        event.preventDefault();
        nudge(...step);
      }
    });
    document.querySelectorAll(".pad button").forEach((button) => {
      button.addEventListener("click", () => nudge(Number(button.dataset.dx), Number(button.dataset.dy)));
    });
    show();
  };

  begin();
  return { squareIn };
})();
