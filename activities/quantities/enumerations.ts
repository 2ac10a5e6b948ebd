/** Two or more parts before the last, which a conjunction joins: "oil, wick and glass". */
const LIST = /[^,;:.()\n]+(?:,[^,;:.()\n]+)*,?\s+(?:and|or|und|oder|sowie|&)\s+[^,;:.()\n]+/giu;
const ENTRY = /^[ \t]*(?:[-*+•]|\d{1,2}[.)]|\(?[a-z]\))[ \t]+\S/gmu;
/** Fewer items are no enumeration: "oil and wick" may be one thing. */
const FEWEST = 3;

/** How many things the enumerations of a text name: "oil, wick and glass" are three, four entries of a list are four. */
export function enumeratedIn(text: string): Set<number> {
  const inline = [...text.matchAll(LIST)].map(([list]) => list.split(/,(?!\d)/).filter((part) => part.trim() !== ''));
  const joined = inline.map(
    (parts) => parts.length + (/^\s*(?:and|or|und|oder|sowie|&)\s/iu.test(parts.at(-1) ?? '') ? 0 : 1),
  );
  const blocks = text.split(/\n[ \t]*\n(?=\S)/).map((block) => [...block.matchAll(ENTRY)].length);
  return new Set([...joined, ...blocks].filter((count) => count >= FEWEST));
}
