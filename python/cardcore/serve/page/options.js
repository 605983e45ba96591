// The rules of a game in the lobby: presets by the names people use, and single options behind.

import { h } from "./dom.js";
import { text } from "./language.js";
import { tableOf } from "./tables/index.js";

/** @import { GameEntry, Preset, Rule, RuleValue } from "./types.d.ts" */

/**
 * Offer the presets of a game; nothing where there are none.
 *
 * @param {GameEntry} game
 * @param {string | null} chosen
 * @param {(preset: Preset) => void} choose
 */
export function presetChoice(game, chosen, choose) {
  const presets = game.presets ?? [];
  if (!presets.length) return null;
  const usual = presets.find((one) => !Object.keys(one.rules).length) ?? presets[0];
  const words = tableOf(game.game).presets ?? {};
  return h(
    "fieldset",
    { class: "presets", key: `presets ${game.game}` },
    h("legend", {}, text.lobby.presets),
    presets.map((preset) =>
      h(
        "label",
        { class: "preset", key: preset.name },
        h("input", {
          type: "radio",
          name: "preset",
          value: preset.name,
          checked: preset.name === (chosen ?? usual.name),
          onchange: () => choose(preset),
        }),
        h(
          "span",
          {},
          h("strong", {}, words[preset.name]?.title || preset.title),
          h("span", { class: "faint" }, sentence(words[preset.name]?.summary || preset.summary)),
        ),
      )
    ),
  );
}

/** @param {string} words */
function sentence(words) {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/**
 * Make fields for all rules of a game.
 *
 * @param {GameEntry} game
 * @param {Record<string, RuleValue>} rules Those that were changed.
 * @param {(name: string, value: RuleValue) => void} change
 */
export function optionFields(game, rules, change) {
  return h(
    "div",
    { class: "fields" },
    game.rules.map((rule) => optionField(game.game, rule, rules[rule.name], change)),
  );
}

/**
 * Make a field for a rule, whatever the rule is.
 *
 * @param {string} game
 * @param {Rule} rule
 * @param {RuleValue | undefined} given
 * @param {(name: string, value: RuleValue) => void} change
 */
function optionField(game, rule, given, change) {
  const words = tableOf(game).options?.[rule.name];
  const id = `rule-${rule.name}`;
  const value = given ?? rule.default;
  const input = inputFor(rule, value, {
    id,
    label: (choice) => words?.choices?.[choice] ?? choice,
    change: (changed) => change(rule.name, changed),
  });
  return h(
    "div",
    { class: "field", key: `${game} ${rule.name}` },
    rule.kind === "choices"
      ? h("span", { id, class: "label" }, words?.label ?? rule.name.replaceAll("_", " "))
      : h("label", { for: id }, words?.label ?? rule.name.replaceAll("_", " ")),
    input,
    h("p", {}, words?.about ?? rule.meaning),
  );
}

/**
 * @typedef {object} Field
 * @property {string} id
 * @property {(choice: string) => string} label
 * @property {(value: RuleValue) => void} change
 */

/**
 * @param {Rule} rule
 * @param {RuleValue} value
 * @param {Field} field
 */
function inputFor(rule, value, { id, label, change }) {
  const choices = (rule.choices ?? []).map(String);
  switch (rule.kind) {
    case "switch":
      return h("input", {
        id,
        type: "checkbox",
        checked: value,
        onchange: (event) => change(event.target.checked),
      });
    case "choice":
      return h(
        "select",
        { id, onchange: (event) => change(event.target.value || null) },
        rule.optional
          ? h("option", { value: "", selected: value === null }, text.lobby.none)
          : null,
        choices.map((choice) =>
          h("option", { value: choice, selected: choice === String(value) }, label(choice))
        ),
      );
    case "choices": {
      const chosen = new Set(Array.isArray(value) ? value.map(String) : []);
      return h(
        "span",
        { class: "checks", role: "group", "aria-labelledby": id },
        choices.map((choice) =>
          h(
            "label",
            { class: "row", key: choice },
            h("input", {
              type: "checkbox",
              checked: chosen.has(choice),
              onchange: (event) => {
                if (event.target.checked) chosen.add(choice);
                else chosen.delete(choice);
                change(choices.filter((one) => chosen.has(one)));
              },
            }),
            label(choice),
          )
        ),
      );
    }
    default: {
      const isNumber = rule.kind === "number";
      const otherwise = rule.optional ? null : rule.default;
      return h("input", {
        id,
        type: isNumber ? "number" : "text",
        max: rule.largest,
        value: Array.isArray(value) ? value.join(", ") : value ?? "",
        placeholder: rule.optional ? text.lobby.none : "",
        onchange: ({ target }) =>
          change(
            target.value === "" ? otherwise : isNumber ? Number(target.value) : target.value,
          ),
      });
    }
  }
}
