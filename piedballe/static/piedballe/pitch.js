/* The pitch: moves the figures and the ball of a drawing that the server made. The numbers of the
   layout come with the drawing (data-layout), so that both place everybody alike. */

window.piedballe ??= (() => {
  const ROWS = 30;
  const HELD = 0.34;

  const layoutOf = (svg) => JSON.parse(svg.dataset.layout);

  const point = ({ upright, unit, left }, [x, y]) =>
    upright ? [left + (x - 0.5) * unit, (ROWS + 1.5 - y) * unit] : [(y + 0.5) * unit, (x - 0.5) * unit];

  /* The square under a place of the screen */
  const squareAt = (svg, clientX, clientY) => {
    const { upright, unit, left } = layoutOf(svg);
    const at = new DOMPoint(clientX, clientY).matrixTransform(svg.getScreenCTM().inverse());
    return upright
      ? [Math.floor((at.x - left) / unit) + 1, ROWS + 1 - Math.floor(at.y / unit)]
      : [Math.floor(at.y / unit) + 1, Math.floor(at.x / unit)];
  };

  const put = (element, [x, y], scale) => {
    element.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  };

  const way = (layout, squares) =>
    squares.length > 1 ? `M${squares.map((at) => point(layout, at).join(" ")).join("L")}` : "";

  const rounded = (part, whole) => Math.sign(part) * Math.floor((2 * Math.abs(part) + whole) / (2 * whole));

  /* The squares after one up to another (rules/piedballe.md, Line) */
  const line = ([x, y], [toX, toY]) => {
    const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
    return Array.from({ length: steps }, (_, i) => [
      x + rounded((i + 1) * (toX - x), steps),
      y + rounded((i + 1) * (toY - y), steps),
    ]);
  };

  const place = (svg, scene) => {
    const layout = layoutOf(svg);
    for (const token of svg.querySelectorAll(".tok")) {
      const id = token.dataset.id;
      const at = scene.at[id];
      token.setAttribute("visibility", at ? "visible" : "hidden");
      if (at) {
        put(token, point(layout, at), layout.scale);
      }
      token.classList.toggle("held", scene.marked.includes(id));
      token.classList.toggle("act", id === scene.who);
    }
    const ball = svg.querySelector(".soule");
    ball.setAttribute("visibility", scene.ball ? "visible" : "hidden");
    if (scene.ball) {
      const aside = scene.holder ? HELD * layout.unit : 0;
      put(ball, point(layout, scene.ball).map((part) => part + aside), layout.ball);
    }
    svg.querySelector(".trail").setAttribute("d", way(layout, scene.way));
    svg.querySelector(".flight").setAttribute("d", way(layout, scene.flight));
  };

  return { line, place, squareAt, layoutOf, point };
})();
