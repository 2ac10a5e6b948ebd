interface Range {
  readonly start: number;
  readonly end: number;
}

/** `[ ]` and `[x]` at the start of a list entry (GFM 5.3), and the characters. */
const BOX = /\[[ xX]\](?<=^[ \t>]{0,40}(?:[-*+•]|\d{1,4}[.)])[ \t]{1,4}\[[ xX]\])(?=[ \t])|[☐☑☒✓✔✗✘]/gmu;
const TASK = /^([ \t>]*(?:(?:[-*+•]|\d{1,4}[.)])[ \t]+)?)\[([ xX])\](?=[ \t])/gm;
const OPEN = String.raw`(?:\[ \](?=[ \t])|[☐✗✘])`;
const OPENS_WITH_OPEN_BOX = new RegExp(String.raw`^\s*${OPEN}`, 'u');
const ENDS_WITH_OPEN_BOX = new RegExp(String.raw`${OPEN}[ \t]+$`, 'u');
const MAY_BE_OPEN = /[☐✗✘]|\[ \]/u;
const TICK = /^(?:[☑☒✓✔]|\[[xX]\])$/u;
/** A blank line, another entry, a row, a heading. */
const ENTRY_END = /\n(?=[ \t>]*(?:\r?\n|[-*+•#|]|\d{1,4}[.)]))/g;
/** Boxes further apart, in characters, belong to two lists. */
const LONGEST_GAP = 300;

/** A box with the words behind it. */
interface BoxedEntry extends Range {
  readonly isTicked: boolean;
}

/** The boxes of lists as characters: `- [ ] Oil` as "- ☐ Oil". */
export function readBoxes(text: string): string {
  if (!text.includes('[')) return text;
  return text.replace(TASK, (_, before: string, tick: string) => `${before}${tick === ' ' ? '☐' : '☒'}`);
}

/** Whether a statement is behind an open box, and others of its list were ticked. */
export function isUnticked(statement: string, surroundings: string): boolean {
  if (!OPENS_WITH_OPEN_BOX.test(statement)) return false;
  return [...surroundings.matchAll(BOX)].some(([mark]) => TICK.test(mark));
}

/** The range, with an open box right in front of it. */
export function withOpenBox<Found extends Range>(range: Found, text: string): Found {
  const box = ENDS_WITH_OPEN_BOX.exec(text.slice(Math.max(0, range.start - 8), range.start))?.[0] ?? '';
  return { ...range, start: range.start - box.length };
}

/**
 * The text with spaces in place of what was not chosen, so that all offsets stay: entries with an open box in a list with
 * ticked ones. A list without ticks may be one of things to do, and says something.
 */
export function withoutUnticked(text: string): string {
  if (!MAY_BE_OPEN.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (const list of boxedLists(text)) {
    if (!list.some(({ isTicked }) => isTicked)) continue;
    for (const { start, end } of list.filter(({ isTicked }) => !isTicked)) {
      parts.push(text.slice(from, start), text.slice(start, end).replace(/[^\n\r]/g, ' '));
      from = end;
    }
  }
  return from === 0 ? text : [...parts, text.slice(from)].join('');
}

function boxedLists(text: string): BoxedEntry[][] {
  const boxes = [...text.matchAll(BOX)];
  const lists: BoxedEntry[][] = [];
  for (const [index, { 0: mark, index: start }] of boxes.entries()) {
    const end = entryEnd(text, start + mark.length, boxes[index + 1]?.index ?? text.length);
    const previous = lists.at(-1)?.at(-1);
    const between = text.slice(previous?.end ?? 0, start);
    const isApart = previous === undefined || between.length > LONGEST_GAP || /^#{1,6}[ \t]/m.test(between);
    const entry = { start, end, isTicked: TICK.test(mark) };
    if (isApart) lists.push([entry]);
    else lists.at(-1)?.push(entry);
  }
  return lists;
}

/** Where the words of a box end: in a row that does not begin with it, at the end of the cell. */
function entryEnd(text: string, from: number, next: number): number {
  ENTRY_END.lastIndex = from;
  const end = Math.min(ENTRY_END.exec(text)?.index ?? text.length, next);
  const before = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  const bar = /^[ \t]*\|/.test(before) && /[\p{L}\p{N}]/u.test(before) ? text.indexOf('|', from) : -1;
  return bar === -1 ? end : Math.min(bar, end);
}
