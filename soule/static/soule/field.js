/* The field: moves the players and the soule of a drawing that the server made. The numbers of
   the layout come with the drawing (data-layout), so that both place everybody alike. */

window.soule ??= (() => {
  const put = (element, x, y, scale) => {
    element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };

  /* "squares|PP|soule", A by number, then B; "." stands nowhere yet */
  const read = (text) => {
    const [squares, pp, soule] = text.split("|");
    return {
      at: squares.split(" ").map((square) => (square === "." ? null : Number(square))),
      pp: pp.split(" ").map(Number),
      soule: Number(soule),
    };
  };

  const place = (svg, { at, pp, soule }, acting = -1, aimed = -1) => {
    const layout = JSON.parse(svg.dataset.layout);
    const half = at.length / 2;
    const groups = new Map();
    const group = (man) => `${man < half}/${at[man]}`;
    at.forEach((_, man) => groups.set(group(man), [...(groups.get(group(man)) ?? []), man]));
    svg.querySelectorAll(".tok").forEach((token, man) => {
      token.setAttribute("visibility", at[man] === null ? "hidden" : "visible");
      if (at[man] === null) {
        return;
      }
      const men = groups.get(group(man));
      const [, columns, shrink] =
        layout.groups.find(([most]) => men.length <= most) ?? layout.groups.at(-1);
      const index = men.indexOf(man);
      const row = Math.floor(index / columns);
      const inRow = Math.min(columns, men.length - row * columns);
      const rows = Math.ceil(men.length / columns);
      const along = layout.first + (at[man] + 3) * layout.step;
      const across = man < half ? layout.a : layout.b;
      const aside = ((index % columns) - (inRow - 1) / 2) * layout.width * shrink;
      const down = (row - (rows - 1) / 2) * layout.height * shrink;
      const [x, y] = layout.upright ? [across, along] : [along, across];
      put(token, x + aside, y + down, shrink * layout.scale);
      const state = `${man === acting ? " act" : ""}${man === aimed ? " aim" : ""}`;
      token.setAttribute("class", `tok ${man < half ? "a" : "b"} pp${Math.max(pp[man], 0)}${state}`);
    });
    const along = layout.first + (soule + 3) * layout.step;
    const [x, y] = layout.upright ? [layout.path, along + 6] : [along, layout.path];
    put(svg.querySelector(".soule"), x, y, layout.ball);
  };

  return { read, place };
})();
