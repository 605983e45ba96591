// The plural forms of a language.

/**
 * Make a function that chooses among forms by a number.
 *
 * @param {string} language
 * @returns {(count: number, forms: { one: string, other: string }) => string}
 */
export function pluralizer(language) {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => rules.select(count) === "one" ? forms.one : forms.other;
}
