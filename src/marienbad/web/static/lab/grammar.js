// The grammar at hand: each line is an example, and a click puts it into the text.

import { button, html } from "../common/dom.js";
import { t } from "../common/words.js";

/**
 * @param {Record<string, string>} lines examples by the name of what they mean
 * @param {string[]} operators what binds most first
 * @param {(line: string) => void} insert
 */
export function grammarHelp(lines, operators, insert) {
  return html(
    "details.grammar",
    html("summary", t("web.lab.grammar")),
    html("p.quiet", t("web.lab.grammar.lead")),
    html(
      "ul",
      ...Object.entries(lines).map(([name, line]) =>
        html(
          "li",
          button("grammar", html("code", line), () => insert(line), { "data-line": name }),
          html("span", t(`web.lab.grammar.${name}`)),
        ),
      ),
    ),
    html("p.quiet", t("web.lab.grammar.conditions"), " ", html("code", operators.join(" "))),
    html("p.quiet", t("web.lab.grammar.one_line")),
  );
}
