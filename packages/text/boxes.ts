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
const TICK = /^(?:[☑☒✓✔]|\[[xX]\])$/u;
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
