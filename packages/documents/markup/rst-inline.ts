import { codeSpan } from '../html/markdown-writing.ts';
import { oneLine } from '../tables/table-text.ts';
import { asParagraph, linkTo } from './markup-lines.ts';

/** Addresses of links, titles of labels, and substitutions by their names; how many notes without a number are marked, and told. */
export type RstNames = Readonly<Record<'targets' | 'titles' | 'substitutions', Map<string, string>>> &
  Record<'marked' | 'noted', number>;

/** Roles whose text is words; that of most others names something in a program. */
const OF_WORDS =
  /^(?:ref|doc|term|any|numref|abbr|guilabel|menuselection|dfn|emphasis|strong|title|t|index|download|eq|issue|pr|user|gh|ghsa|cve|commit)$/;
const MARKED = /[`|\\<~[]|_(?!\w)/;
const TOKENS = new RegExp(
  [
    String.raw`\`\`(?<code>[\s\S]{1,1000}?)\`\`(?!\`)`,
    String.raw`(?<!\w):(?<role>[a-zA-Z][\w:.+-]{0,60}):\`(?<inside>(?:\\[\s\S]|[^\`\\]){1,1000})\``,
    String.raw`_?\`(?<phrase>(?:\\[\s\S]|[^\`\\]){1,1000})\`(?<link>_{0,2})(?![\`\w])`,
    String.raw`\[(?<note>[#*]?[\w.-]{0,60})\]_(?!\w)`,
    String.raw`\|(?<name>[^|\s](?:[^|\n]{0,100}[^|\s])?)\|_{0,2}`,
    String.raw`(?<word>\w+(?:[.+:-]\w+)*)`,
    String.raw`\\(?<escaped>[\s\S])`,
    String.raw`<(?=[/a-z!?])|~~|\[(?=\^)`,
  ].join('|'),
  'gi',
);

/** A text with the marks of reStructuredText as Markdown. Line feeds stay. */
export function rstInline(text: string, names: RstNames): string {
  if (!MARKED.test(text)) return asParagraph(text);
  return asParagraph(text.replaceAll(TOKENS, (...match) => writeToken(match[0], match.at(-1), names)));
}

type Groups = Readonly<Record<string, string | undefined>>;

function writeToken(token: string, groups: Groups, names: RstNames): string {
  const { code, role, inside, phrase, link, note, name, word, escaped } = groups;
  if (code !== undefined) return codeSpan(code);
  if (role !== undefined) return writeRole(role.toLowerCase(), unescaped(inside ?? ''), names);
  if (phrase !== undefined) return writePhrase(unescaped(phrase), link ?? '', names);
  if (note !== undefined) return `[^${/^[#*]$/.test(note) ? `auto-${(names.marked += 1)}` : note.replace('#', '')}]`;
  if (name !== undefined) {
    const said = names.substitutions.get(name.toLowerCase());
    return said === undefined ? token : rstInline(said, { ...names, substitutions: new Map() });
  }
  if (word !== undefined) return writeWord(word, names);
  if (escaped !== undefined)
    return escaped.trim() === '' ? escaped.replace(' ', '') : /\w/.test(escaped) ? escaped : token;
  return `\\${token}`;
}

/** `name_` is a link where the document says where it leads. */
function writeWord(word: string, { targets }: RstNames): string {
  if (!word.endsWith('_')) return word;
  const name = word.replace(/__?$/, '');
  const target = targets.get(name.toLowerCase());
  return target === undefined ? word : linkTo(name, target);
}

function writePhrase(phrase: string, link: string, names: RstNames): string {
  if (link === '') return codeSpan(phrase);
  const [words = phrase, stated] = titled(phrase);
  const target = stated ?? names.targets.get(oneLine(phrase).toLowerCase()) ?? '';
  const lost = phrase.split('\n').length - words.split('\n').length;
  return linkTo(rstInline(words, names) + '\n'.repeat(lost), target.replace(/_$/, ''));
}

function writeRole(role: string, inside: string, names: RstNames): string {
  const [title, target = inside] = titled(inside);
  const kind = role.split(':').at(-1) ?? role;
  const lost = '\n'.repeat(inside.split('\n').length - (title ?? inside).split('\n').length);
  if (kind === 'math') return `$${inside}$`;
  const moved = /^su[bp](?=$|script$)/.exec(kind)?.[0];
  if (moved !== undefined) return `<${moved}>${inside}</${moved}>`;
  if (title !== undefined) return OF_WORDS.test(kind) ? title + lost : codeSpan(title) + lost;
  const said = names.titles.get(oneLine(target).toLowerCase());
  if (said !== undefined && /^(?:ref|numref|doc)$/.test(kind)) return said;
  if (OF_WORDS.test(kind)) return inside;
  if (kind === 'pep' || kind === 'rfc') return `${kind.toUpperCase()} ${inside}`;
  return codeSpan(inside.replace(/^(?:~(?:.*\.)?|[!.])/, ''));
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?: |([\s\S]))/g, '$1');
}

/** The title and the target of `title <target>`. */
function titled(text: string): readonly string[] {
  const at = text.endsWith('>') ? text.lastIndexOf('<') : -1;
  const [title, target] = [text.slice(0, Math.max(0, at)).trimEnd(), text.slice(at + 1, -1)];
  return title === '' || target.includes('>') ? [] : [title, target];
}
