// How right and how fast the last sessions were: two small drawings, and the same as a table.

import { html, refill, set, svg } from "../common/dom.js";
import { integer, t } from "../common/words.js";

/** @typedef {import("./record.js").Session} Session */

const SHOWN = 20;
const WIDTH = 280;
const HEIGHT = 110;
const LEFT = 46;
const RIGHT = 10;
const ABOVE = 10;
const BELOW = 10;

/** Seconds and tenths, as the language writes them. @param {number} milliseconds */
export function seconds(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const decimals = `${t("language.decimal")}${tenths % 10}`;
  return t("drill.seconds", { seconds: `${integer(Math.floor(tenths / 10))}${decimals}` });
}

/** Right of asked, in whole percent. @param {Session} session */
function percent({ asked, right }) {
  return Math.floor((100 * right) / asked);
}

export class Plot {
  constructor() {
    this.right = html("figure");
    this.fast = html("figure");
    this.rows = html("tbody");
    this.element = html(
      "section.drill-plot",
      { "aria-label": t("drill.plot"), hidden: true },
      html("h2", t("drill.plot")),
      html("div.drill-figures", this.right, this.fast),
      html(
        "details",
        html("summary", t("drill.plot.table")),
        html(
          "table",
          html(
            "thead",
            html(
              "tr",
              ...["date", "difficulty", "right", "time"].map((name) =>
                html("th", { scope: "col" }, t(`drill.column.${name}`)),
              ),
            ),
          ),
          this.rows,
        ),
      ),
    );
  }

  /** @param {Session[]} sessions in order, all of one kind and form */
  show(sessions) {
    const shown = sessions.slice(-SHOWN);
    set(this.element, { hidden: shown.length === 0 });
    const rights = shown.map(percent);
    const times = shown.map(({ milliseconds }) => milliseconds);
    const slowest = Math.max(1000, ...times.map((time) => time ?? 0));
    refill(
      this.right,
      drawn(
        rights,
        100,
        t("drill.plot.right.told", { values: rights.map((number) => t("drill.percent", { number })).join("; ") }),
        [t("drill.percent", { number: 0 }), t("drill.percent", { number: 100 })],
      ),
      html("figcaption", t("drill.plot.right")),
    );
    const told = times.map((time) => (time === null ? "–" : seconds(time))).join("; ");
    refill(
      this.fast,
      drawn(times, slowest, t("drill.plot.time.told", { values: told }), [seconds(0), seconds(slowest)]),
      html("figcaption", t("drill.plot.time")),
    );
    refill(this.rows, ...[...shown].reverse().map(row));
  }
}

/** @param {Session} session */
function row({ date, difficulty, asked, right, milliseconds }) {
  const level = difficulty === null ? t("drill.difficulty.auto") : integer(difficulty);
  const time = milliseconds === null ? "–" : seconds(milliseconds);
  return html("tr", ...[dateOf(date), level, t("drill.of", { right, asked }), time].map((text) => html("td", text)));
}

/** @param {string} date */
function dateOf(date) {
  const format = new Intl.DateTimeFormat(t("language.locale"), { dateStyle: "medium" });
  return format.format(new Date(`${date}T12:00`));
}

/**
 * Points from left to right, the latest last, joined by a line.
 * @param {(number | null)[]} values
 * @param {number} most
 * @param {string} told
 * @param {[string, string]} ends the words for nothing and for the most
 */
function drawn(values, most, told, [least, greatest]) {
  const inner = { width: WIDTH - LEFT - RIGHT, height: HEIGHT - ABOVE - BELOW };
  const step = inner.width / Math.max(1, values.length - 1);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [[LEFT + index * step, ABOVE + inner.height * (1 - value / most)]],
  );
  const bottom = HEIGHT - BELOW;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told },
    svg("path.axis", { d: `M${LEFT} ${ABOVE}V${bottom}H${WIDTH - RIGHT}` }),
    svg("text", { x: LEFT - 6, y: ABOVE + 4 }, greatest),
    svg("text", { x: LEFT - 6, y: bottom + 4 }, least),
    svg("polyline.line", { points: points.map((point) => point.join()).join(" ") }),
    ...points.map(([cx, cy]) => svg("circle", { cx, cy, r: 3 })),
  );
}
