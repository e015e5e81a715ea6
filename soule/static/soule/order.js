/* The order page: rows and line in step both ways, what is missing, and the private planner.
   The server reads the order again; this only shows what it will read. */

window.souleOrder ??= (() => {
  const find = (id) => document.getElementById(id);
  const orders = () => document.querySelector(".orders");
  const rows = () => [...orders().querySelectorAll(".order")];
  const radios = (row) => [...row.querySelectorAll("input[type=radio]")];
  const initial = () => "initial" in orders().dataset;

  const signOf = (row) => {
    if ("ko" in row.dataset) {
      return "X";
    }
    return radios(row).find((radio) => radio.checked)?.value || row.querySelector("select")?.value || "";
  };

  const setSign = (row, sign) => {
    if ("ko" in row.dataset) {
      return;
    }
    const select = row.querySelector("select");
    const keys = radios(row);
    keys.forEach((radio) => {
      radio.checked = radio.value === sign;
    });
    if (select) {
      const key = keys.some((radio) => radio.checked);
      if (sign && !key && ![...select.options].some((option) => option.value === sign)) {
        select.add(new Option(sign, sign));
      }
      select.value = key ? "" : sign;
    }
  };

  /* The signs of a line; what does not read is "" */
  const signsIn = (text) => {
    const plain = text
      .normalize("NFKC")
      .replace(/[‐‑‒–—−]/g, "-")
      .replace(/\[\/?[a-z]+[^\]]*\]|[*_`]/gi, "")
      .replace(/^[^]*:/, "");
    return plain
      .split(/[\s,;/]+/)
      .filter(Boolean)
      .flatMap((word) => (/^[-+0]+$/.test(word) ? [...word] : [word.toUpperCase()]))
      .map((sign) => (known(sign) ? sign : ""));
  };

  const known = (sign) => {
    if (initial()) {
      return /^[123]$/.test(sign);
    }
    const number = /^[1-9]\d*$/.test(sign) && Number(sign) <= Number(orders().dataset.most);
    const change = "substitutions" in orders().dataset && /^R\d*$/.test(sign);
    return number || change || /^[-+0XA]$/.test(sign);
  };

  /* The order alone, the other side standing still (rules/soule.md, Tactic) */
  const planned = (signs) => {
    const { side, st, base } = orders().dataset;
    const scene = window.soule.read(st);
    const forward = side === "a" ? 1 : -1;
    const foes = side === "a" ? scene.at.length / 2 - 1 : -1;
    let hits = 0;
    signs.forEach((sign, index) => {
      const man = Number(base) + index;
      if (initial()) {
        scene.at[man] = sign ? -forward * Number(sign) : null;
      } else if ((sign === "+" || sign === "-") && scene.soule !== 3 * forward) {
        const there = scene.at[man] + (sign === "+" ? forward : -forward);
        if (Math.abs(there) <= 3) {
          scene.at[man] = there;
          scene.soule += sign === "+" && there === scene.soule ? forward : 0;
        }
      } else if (Number(sign) > 0) {
        const foe = foes + Number(sign);
        hits += scene.pp[foe] > 0 && scene.at[foe] === scene.at[man] ? 1 : 0;
      }
    });
    return { scene, hits };
  };

  const showPlan = (signs) => {
    const svg = document.querySelector("#plan .field");
    if (!svg) {
      return;
    }
    const { scene, hits } = planned(signs);
    window.soule.place(svg, scene);
    if (!find("plansay")) {
      return;
    }
    const { squares, hits: said, plan } = orders().dataset;
    const landed = JSON.parse(said)[Math.min(hits, 2)].replace("{n}", hits);
    find("plansay").textContent = plan
      .replace("{where}", JSON.parse(squares)[scene.soule + 3])
      .replace("{hits}", landed);
  };

  const showGaps = (signs) => {
    const { gaps, done } = orders().dataset;
    const numbers = rows().map((row) => row.querySelector(".num").textContent);
    const missing = numbers.filter((_, index) => !signs[index]);
    const begun = rows().some((row, index) => signs[index] && !("ko" in row.dataset));
    rows().forEach((row, index) => {
      const todo = begun && !signs[index];
      row.classList.toggle("todo", todo);
      row.querySelectorAll("[data-todo]").forEach((warning) => {
        warning.hidden = !todo;
      });
    });
    if (find("left")) {
      find("left").textContent = missing.length ? gaps.replace("{n}", missing.join(", ")) : done;
    }
    if (find("seal")) {
      find("seal").disabled = missing.length > 0;
    }
  };

  const show = () => {
    const signs = rows().map(signOf);
    showPlan(signs);
    showGaps(signs);
    if (find("readback")) {
      find("readback").textContent = signs.join(" ");
    }
  };

  const edited = (which) => {
    orders().closest("form").elements.edited.value = which;
  };

  const fromRow = (row) => {
    row.querySelectorAll("[data-said]").forEach((warning) => warning.remove());
    edited("rows");
    const missing = orders().dataset.missing;
    find("line").value = rows().map((each) => signOf(each) || missing).join(" ");
    show();
  };

  const fromLine = () => {
    const signs = signsIn(find("line").value);
    rows().forEach((row, index) => {
      row.querySelectorAll("[data-said]").forEach((warning) => warning.remove());
      setSign(row, signs[index] ?? "");
    });
    edited("line");
    show();
    if (find("seal") && signs.length > rows().length) {
      find("seal").disabled = true;
    }
  };

  document.addEventListener("input", (event) => {
    if (event.target.id === "line" && orders()) {
      fromLine();
    }
  });
  document.addEventListener("change", (event) => {
    const row = event.target.closest(".orders .order");
    if (row && event.target.matches("select")) {
      radios(row).forEach((radio) => {
        radio.checked = false;
      });
    } else if (row && row.querySelector("select")) {
      row.querySelector("select").value = "";
    }
    if (row) {
      fromRow(row);
    }
  });
  /* In a row a sign can be typed as well as reached with the arrows */
  document.addEventListener("keydown", (event) => {
    const row = event.target.closest(".orders .order");
    const key = row && event.target.matches("[type=radio]") && !event.ctrlKey && !event.metaKey
      ? radios(row).find((radio) => radio.value === event.key)
      : null;
    if (key) {
      event.preventDefault();
      key.focus();
      key.click();
    }
  });
  const begin = () => orders() && show();
  document.addEventListener("htmx:load", begin);
  begin();
  return { begin };
})();
