/** Escapes foreign text for a Markdown document: nothing in it may become a heading, link, image or HTML. */
export function escapeMarkdown(text: string): string {
  const escaped = splitCode(text.replace(/[^\S ]/g, ' ').trim())
    .map((part) => (part.isCode ? part.raw : escapeProse(part.raw.replace(/ +/g, ' '))))
    .join('');
  return escapeLineStart(escaped);
}

/** The same for a cell of a table, which a vertical bar would end, also within code. */
export function escapeTableCell(text: string): string {
  return text.split('|').map(escapeMarkdown).join('\\|');
}

/** Characters that turn the direction of writing, and so make a name look like another. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Inline code with exactly this text, even if it contains backticks. */
export function codeSpan(text: string): string {
  const line = text.replace(DIRECTION_MARKS, '').replace(/\s+/g, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const padding = longest > 0 ? ' ' : '';
  return `${fence}${padding}${line}${padding}${fence}`;
}

interface Part {
  /** Of code without its backticks. */
  readonly text: string;
  readonly raw: string;
  readonly isCode: boolean;
}

/** Words and the code between them. A run of backticks opens code only when a run of the same length closes it (CommonMark 6.1). */
export function splitCode(line: string): Part[] {
  const parts: Part[] = [];
  const add = (raw: string) => parts.push({ text: raw, raw, isCode: false });
  let end = 0;
  for (const match of line.matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g)) {
    const [raw, , code = ''] = match;
    add(line.slice(end, match.index));
    // A space at both ends belongs to the backticks.
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
    parts.push({ text: isPadded ? code.slice(1, -1) : code, raw, isCode: true });
    end = match.index + raw.length;
  }
  add(line.slice(end));
  return parts;
}

function escapeProse(text: string): string {
  const escaped = text.replace(/[\\`[\]<]/g, '\\$&').replace(/&(?=#?\w+;)/g, '&amp;');
  return escaped.replace(/\S+/g, separateAddress);
}

/**
 * A reader that makes a link of a bare address takes a backslash behind it for a part of it, and what the backslash should have escaped
 * for Markdown or HTML: such an address stays text.
 */
function separateAddress(run: string): string {
  const last = run.lastIndexOf('\\');
  if (last === -1) return run;
  return run.replace(/(?:https?|ftp)(?=:\/\/)|www(?=\.)/gi, (begin, at: number) => (at < last ? `${begin}\\` : begin));
}

function escapeLineStart(line: string): string {
  return line
    .replace(/^([#>=|]|~(?=~~)|[-+*](?=\s|[-*_ ]*$|$)|_(?=[_ ]*$))/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
