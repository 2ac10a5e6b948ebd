import { sourceOfAll } from '@plumbline/language/word-patterns';

/** Code keeps its brackets and addresses. */
const CODE = /```[\s\S]*?```|`[^`\n]*`/gu;
const ADDRESS = String.raw`(?:https?:\/\/|www\.)[^\s<>()\]]*[^\s<>()\].,;:!?]`;
const LABEL = `(?:${sourceOfAll(({ sourceHeadings }) => sourceHeadings)})`;
// From a "Sources:" heading on a line of its own to the end of its list.
const LIST = new RegExp(
  String.raw`(?:^|\n)[ \t]*(?:[#*_]+[ \t]*)?${LABEL}[ \t*_]*(?::[ \t*_]*)?(?:\n(?:[ \t]*\n)?[ \t]*(?:[-*•]|\d+[.)]|\[[^\]\n]*\]|${ADDRESS})[^\n]*)+`,
  'giu',
);
const LINE = new RegExp(String.raw`(?:^|\n)[ \t*_•(\[-]*${LABEL}[*_]*[ \t]*:[^\n]*`, 'giu');
const FOOTNOTE = new RegExp(String.raw`(?:^|\n)[ \t]*\[\^?\d+\]:?[ \t][^\n]*(?:${ADDRESS})[^\n]*`, 'giu');
const IN_BRACKETS = /(?<![ \t])[ \t]*[([]([^()[\]\n]*)[)\]]/gu;
const CITES = new RegExp(String.raw`${ADDRESS}|(?:${sourceOfAll(({ sourceLabels }) => sourceLabels)})\s*:`, 'iu');
const LINK = /!?\[([^[\]\n]+)\]\((?:https?:\/\/|www\.)[^)\s]*(?:\s+"[^"]*")?\)/giu;
const NAMED_ADDRESS = new RegExp(
  String.raw`(?<![ \t])(?:[ \t]*,)?[ \t]*(?:\b(?:${sourceOfAll(({ addressLeads }) => addressLeads)})(?:[ \t]*:)?[ \t]+)?<?${ADDRESS}>?`,
  'giu',
);
/** "See https://… for more." */
const POINTER = new RegExp(
  String.raw`(?<=^|[.!?]\s|\n)[ \t]*(?:${sourceOfAll(({ pointerOpenings }) => pointerOpenings)})(?!\p{L})[^.!?\n]*${ADDRESS}[^.!?\n]*[.!?]?`,
  'giu',
);
const MARK = /(?<![ \t])[ \t]*(?:\[\^?\d{1,3}(?:\s*[,;–-]\s*\^?\d{1,3})*\]|【[^【】\n]*】|\^\d{1,3}(?!\p{L}))/gu;

/** A text without citation marks, lists of sources and addresses: nothing was searched, so none can be its basis. */
export function withoutClaimedSources(text: string): string {
  const code = text.match(CODE) ?? [];
  const prose = text.split(CODE).map(cleaned);
  const whole = prose.map((part, index) => `${part}${code[index] ?? ''}`).join('');
  return whole
    .replaceAll(/(?<![ \t])[ \t]+(?=[.,;:!?](?:\s|$))/gu, '')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}

function cleaned(prose: string): string {
  return [LIST, LINE, FOOTNOTE, POINTER]
    .reduce((text, pattern) => text.replaceAll(pattern, ''), prose)
    .replaceAll(LINK, '$1')
    .replaceAll(IN_BRACKETS, (whole, inside: string) => (CITES.test(inside) ? '' : whole))
    .replaceAll(NAMED_ADDRESS, '')
    .replaceAll(MARK, '')
    .replaceAll(/(?<=\S)[ \t]{2,}/gu, ' ');
}
