const JOINT = /(?<!\s)\s+(and|or|und|oder|sowie|&)\s/giu;
const BEGINS_JOINED = /^ (?:and|or|und|oder|sowie|&) /iu;
const ENTRY = /^[ \t]*(?:[-*+•]|\d{1,2}[.)]|\(?[a-z]\))[ \t]+\S/gmu;
/** Fewer items are no enumeration: "oil and wick" may be one thing. */
const FEWEST = 3;

/** How many things the enumerations of a text name: "oil, wick and glass" are three, four entries of a list are four. */
export function enumeratedIn(text: string): Set<number> {
  const stretches = text.replaceAll(JOINT, ' $1 ').split(/[;:.()\n]/u);
  const blocks = text.split(/\n[ \t]*\n(?=\S)/).map((block) => [...block.matchAll(ENTRY)].length);
  return new Set([...stretches.map(joinedIn), ...blocks].filter((count) => count >= FEWEST));
}

/** Parts before the last, which a conjunction joins: "oil, wick and glass". */
function joinedIn(stretch: string): number {
  const last = [...stretch.matchAll(JOINT)].at(-1)?.index;
  if (last === undefined) return 0;
  const end = stretch.indexOf(',', last);
  const list = end === -1 ? stretch : stretch.slice(0, end);
  const parts = list.split(/,(?!\d)/u).filter((part) => part.trim() !== '');
  return parts.length + (BEGINS_JOINED.test(parts.at(-1) ?? '') ? 0 : 1);
}
