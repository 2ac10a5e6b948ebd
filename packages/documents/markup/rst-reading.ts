import { readSeparatedValues } from '../tables/grid-tables.ts';
import { oneLine } from '../tables/table-text.ts';
import {
  dedented,
  type Entries,
  indentedEnd,
  indentOf,
  isBlank,
  paragraphEnd,
  prefixed,
  tableOf,
  writeCode,
  writeTable,
  type WrittenMarkup,
} from './markup-lines.ts';
import { rstInline, type RstNames } from './rst-inline.ts';
import { GRID_BORDER, readRstTable, rstTableEnd, SIMPLE_BORDER } from './rst-tables.ts';

const ADORNMENT = /^([!-/:-@[-`{-~])\1*$/;
const TRANSITION = /^([!-/:-@[-`{-~])\1{3,}$/;
const EXPLICIT = /^\.\.(?: |$)/;
const DIRECTIVE = /^\.\. +(?:\|([^|]+)\| +)?([a-zA-Z](?:[\w.+-]|:(?!:))*) ?::(?: +(\S.*)?)?$/;
const NOTE = /^\.\. +\[(#?[\w.-]*|\*)\](?: +(\S.*)?)?$/;
const TARGET = /^(?:\.\. +_(`[^`]+`|(?:\\.|[^:\\`])*)::?|__)(?: +(\S.*)?)?$/;
const OPTION = /^:([\w-][\w -]*):(?: +(\S.*)?)?$/;
const ITEM = /^(?:[-*+•‣]|\(?(?:\d+|#|[a-zA-Z]|[ivxlcdmIVXLCDM]{1,7})[.)])(?: +|$)/;
const FIELD = /^:((?:[^:`\s]|:(?=\S)(?!`))(?:[^:`\n]|:(?=\S))*):(?= |$)/;
const OPTION_ITEM = /^(?:--?|\/)\w\S*(?: \S+)*?(?= {2}|$)/;

const CODE =
  /^(?:code|code-block|sourcecode|parsed-literal|prompt|ipython|productionlist|math|graphviz|mermaid|uml|digraph|graph|doctest|testcode|testoutput)$/;
const ADMONITIONS = /^(?:note|warning|tip|important|caution|danger|attention|hint|error|seealso|todo)$/;
const VERSION = /^(?:version(?:added|changed|removed)|deprecated)$/;
/** Directives of a document that describe something in a program: a heading for each. */
const OBJECTS =
  /^(?:[a-z]+:[a-z]+|(?:auto)?(?:function|class|method|classmethod|staticmethod|attribute|property|data|exception|decorator|module)|option|cmdoption|envvar|confval|setting|describe|object)$/;
/** What no reader sees of the document. */
const UNSEEN =
  /^(?:(?:py:)?currentmodule|index|contents|highlight|default-role|role|rst-class|meta|sectionauthor|codeauthor|tabularcolumns|default-domain)$/;
const SEEN_OPTIONS = /^(?:caption|alt|header|title|synopsis|subtitle)$/;

type Block = Readonly<{ lines: readonly string[]; at: number; end: number; name: string; words: string }>;

/** reStructuredText as Markdown, line by line. Directives that are not known keep their words. */
export function writeRst(lines: readonly string[]): WrittenMarkup {
  const reader = new RstReader(namesIn(lines));
  return { entries: reader.write(lines), leftOut: reader.leftOut };
}

/** Links, labels and substitutions may be used before they are defined. */
function namesIn(lines: readonly string[]): RstNames {
  const names: RstNames = { targets: new Map(), titles: new Map(), substitutions: new Map(), marked: 0, noted: 0 };
  let labels: string[] = [];
  for (const [at, line] of lines.entries()) {
    const [, substituted, directive, words = ''] = DIRECTIVE.exec(line) ?? [];
    const target = TARGET.exec(line.trimStart());
    if (substituted !== undefined) {
      const more = lines.slice(at + 1, indentedEnd(lines, at + 1)).filter((one) => !OPTION.test(one.trim()));
      const said = oneLine([words, ...more].join(' '));
      names.substitutions.set(substituted.toLowerCase(), directive === 'replace' ? said : said.replace(/^.*\//, ''));
    } else if (target !== null) {
      const name = (target[1] ?? '').replaceAll(/[`\\]/g, '').toLowerCase();
      if (target[2]) names.targets.set(name, target[2]);
      else labels.push(name);
    } else if (!isBlank(line)) {
      const isTitled = isAdornment(lines[at + 1], line) || ADORNMENT.test(line);
      const title = ADORNMENT.test(line) ? (lines[at + 1] ?? '') : line;
      if (isTitled || directive !== undefined)
        for (const label of labels) names.titles.set(label, words || title.trim());
      labels = [];
    }
  }
  return names;
}

function isAdornment(line: string | undefined, title: string): boolean {
  if (line === undefined || !ADORNMENT.test(line) || line === '::' || line === '..') return false;
  return line.length >= Math.min(title.length, 4);
}

class RstReader {
  readonly leftOut: string[] = [];
  readonly #names: RstNames;
  readonly #styles: string[] = [];
  #level = 0;

  constructor(names: RstNames) {
    this.#names = names;
  }

  write(lines: readonly string[]): Entries {
    const out: Entries = lines.map(() => '');
    for (let at = 0; at < lines.length;) at = isBlank(lines[at]) ? at + 1 : this.#block(lines, at, out);
    return out;
  }

  /** @returns the line after the block */
  #block(lines: readonly string[], at: number, out: Entries): number {
    const line = lines[at] ?? '';
    if (line === '..' && isBlank(lines[at + 1])) return at + 1;
    if (EXPLICIT.test(line) || line.startsWith('__ ')) return this.#explicit(lines, at, out);
    if (GRID_BORDER.test(line) || SIMPLE_BORDER.test(line)) return this.#table(lines, at, out);
    if (line.startsWith('>>> ')) return writeCode(out, lines, at, paragraphEnd(lines, at), 'pycon');
    if (/^\|(?: |$)/.test(line)) {
      out[at] = `${this.#inline(line.slice(2))}  `;
      return at + 1;
    }
    if (indentOf(line) > 0) return this.#quote(lines, at, out);
    return this.#title(lines, at, out) ?? this.#item(lines, at, out) ?? this.#paragraph(lines, at, out);
  }

  #title(lines: readonly string[], at: number, out: Entries): number | null {
    const [line = '', next = '', third = ''] = lines.slice(at, at + 3);
    const isOverlined = ADORNMENT.test(line) && line.length > 1 && third === line && !isBlank(next);
    const title = isOverlined ? next.trim() : line;
    if (!isOverlined && TRANSITION.test(line) && isBlank(next)) {
      out[at] = '---';
      return at + 1;
    }
    if (!isOverlined && !isAdornment(next, line)) return null;
    const style = `${isOverlined ? 'over' : ''}${isOverlined ? line[0] : next[0]}`;
    if (!this.#styles.includes(style)) this.#styles.push(style);
    this.#level = this.#styles.indexOf(style) + 1;
    out[at + (isOverlined ? 1 : 0)] = `${'#'.repeat(Math.min(6, this.#level))} ${this.#inline(title)}`;
    return at + (isOverlined ? 3 : 2);
  }

  /** An entry of a list, a term, a field or an option, with what is indented below it. */
  #item(lines: readonly string[], at: number, out: Entries): number | null {
    const line = lines[at] ?? '';
    const next = lines[at + 1];
    const mark = ITEM.exec(line)?.[0] ?? '';
    const field = FIELD.exec(line);
    const option = mark === '' ? OPTION_ITEM.exec(line) : null;
    const isTerm = !isBlank(next) && indentOf(next ?? '') > 0;
    const named = field?.[1] ?? (option !== null && (isTerm || option[0] !== line) ? option[0] : undefined);
    if (mark !== '' && (isTerm || isBlank(next) || ITEM.test(next ?? '') || EXPLICIT.test(next ?? '')))
      return this.#entry(out, lines, at, line.slice(mark.length), `${writtenMark(mark.trim(), out, at)} `);
    if (named !== undefined) {
      const name = field === null ? `\`${named}\`` : this.#inline(named);
      return this.#entry(out, lines, at, line.slice(field?.[0].length ?? named.length).trim(), `- **${name}**: `);
    }
    if (!isTerm || line.endsWith('::')) return null;
    const [, term = line, kind = ''] = /^(.*?)((?: : .*)?)$/.exec(line) ?? [];
    const words = /^[*`]/.test(term) ? this.#inline(term) : `**${this.#inline(term)}**`;
    return this.#entry(out, lines, at, '', `- ${words}${this.#inline(kind)}: `);
  }

  #entry(out: Entries, lines: readonly string[], at: number, first: string, mark: string): number {
    const end = indentedEnd(lines, at + 1);
    put(out, at, prefixed(this.write([first, ...dedented(lines.slice(at + 1, end))]), mark, '  '));
    return end;
  }

  #quote(lines: readonly string[], at: number, out: Entries): number {
    const end = indentedEnd(lines, at);
    const written = this.write(dedented(lines.slice(at, end)));
    put(
      out,
      at,
      written.map((entry) => entry.replaceAll(/^/gm, '> ')),
    );
    return end;
  }

  /** After `::` what is indented or marked alike at every line stands as it is written. */
  #paragraph(lines: readonly string[], at: number, out: Entries): number {
    const end = paragraphEnd(lines, at);
    const text = lines.slice(at, end).join('\n');
    const isBeforeCode = text.endsWith('::');
    const words = isBeforeCode ? text.replace(/(?:^|\s)::$|:$/, '') : text;
    put(out, at, this.#inline(words).split('\n'));
    if (!isBeforeCode) return end;
    const from = lines.findIndex((line, index) => index >= end && !isBlank(line));
    const line = lines[from] ?? '';
    if (indentOf(line) > 0) return writeCode(out, lines, from, indentedEnd(lines, from));
    return /^[!-/:-@[-`{-~]/.test(line) ? writeCode(out, lines, from, paragraphEnd(lines, from)) : end;
  }

  #table(lines: readonly string[], at: number, out: Entries): number {
    const end = rstTableEnd(lines, at);
    const { rows, headRows } = readRstTable(lines.slice(at, end), (cell) => this.#lineOf(cell));
    writeTable(out, at, end, tableOf(rows, headRows));
    return end;
  }

  #lineOf(lines: readonly string[]): string {
    return oneLine(this.write(dedented(lines)).join(' '));
  }

  #explicit(lines: readonly string[], at: number, out: Entries): number {
    const line = lines[at] ?? '';
    const end = indentedEnd(lines, at + 1);
    const [, substituted, name, words = ''] = DIRECTIVE.exec(line) ?? [];
    const note = NOTE.exec(line);
    if (name !== undefined && substituted === undefined)
      this.#directive({ lines, at, end, name: name.toLowerCase(), words }, out);
    else if (note !== null) {
      const mark = /^[#*]$/.test(note[1] ?? '') ? `auto-${(this.#names.noted += 1)}` : note[1]?.replace('#', '');
      this.#entry(out, lines, at, note[2] ?? '', `[^${mark}]: `);
    } else if (substituted === undefined && !TARGET.test(line) && !line.startsWith('__ '))
      this.leftOut.push(lines.slice(at, end).join('\n').slice(2).trim());
    return end;
  }

  #directive(block: Block, out: Entries): void {
    const { lines, at, end, name, words } = block;
    let from = at + 1;
    const options = new Map<string, string>();
    const signatures: string[] = [];
    const isObject = OBJECTS.test(name) && !UNSEEN.test(name);
    for (let option = ''; from < end && !isBlank(lines[from]); from += 1) {
      const line = (lines[from] ?? '').trim();
      const [, key, value = ''] = OPTION.exec(line) ?? [];
      if (key !== undefined) options.set((option = key), value);
      else if (option !== '' && indentOf(lines[from] ?? '') > indentOf(lines[at + 1] ?? ''))
        options.set(option, `${options.get(option)} ${line}`);
      else if (isObject && options.size === 0) signatures.push(line);
      else break;
    }
    if (/^(?:kernel-doc|auto[a-z]+)$/.test(name)) this.leftOut.push(`${name}: ${words}`);
    for (const [key, value] of options) if (!SEEN_OPTIONS.test(key)) this.leftOut.push(`${name}, ${key}: ${value}`);
    const caption = options.get('caption') ?? options.get('title') ?? options.get('synopsis') ?? '';
    out[at] = this.#opening(name, words, options, signatures) + (caption === '' ? '' : `**${this.#inline(caption)}**`);
    if (from < end) this.#content({ ...block, at: from }, options, out);
  }

  /** What is written in place of the line that names a directive. */
  #opening(name: string, words: string, options: ReadonlyMap<string, string>, signatures: readonly string[]): string {
    const said = this.#inline(words);
    if (UNSEEN.test(name)) {
      if (words !== '') this.leftOut.push(`${name}: ${words}`);
      return '';
    }
    if (OBJECTS.test(name)) {
      const level = Math.min(6, this.#level + 1);
      return [words, ...signatures].map((one) => `${'#'.repeat(level)} \`${one.replaceAll('`', '')}\``).join('\n');
    }
    if (name === 'image' || name === 'figure') return `![${options.get('alt') ?? ''}](${words.replaceAll(' ', '%20')})`;
    if (CODE.test(name) || name === 'raw' || name === 'only') return '';
    const label = `${name[0]?.toUpperCase()}${name.slice(1).replace(/(?<=^ersion)|(?=also$)/, ' ')}`;
    if (VERSION.test(name)) return said.replace(/^(\S*) ?/, `**${label} $1:** `).trim();
    if (ADMONITIONS.test(name)) return `**${label}:** ${said}`.trim();
    return said === '' || name === 'toctree' ? '' : `**${said}**`;
  }

  #content({ lines, at, end, name, words }: Block, options: ReadonlyMap<string, string>, out: Entries): void {
    const from = lines.findIndex((line, index) => index >= at && !isBlank(line));
    if (CODE.test(name) || (name === 'raw' && !words.includes('html')))
      return void writeCode(out, lines, from, end, words);
    const content = dedented(lines.slice(from, end));
    if (name === 'list-table') return writeTable(out, at, end, this.#listTable(content, options));
    if (name === 'csv-table') {
      const values = `${options.get('header') ?? ''}\n${content.join('\n')}`.replaceAll(/(?<=,) +(?=")/g, '');
      return writeTable(out, at, end, this.#inline(readSeparatedValues(values.trim()).text).replaceAll(/^\\\|/gm, '|'));
    }
    if (name === 'toctree')
      return put(
        out,
        from,
        content.map((line) => line && `- ${line}`),
      );
    const outer = this.#level;
    if (OBJECTS.test(name)) this.#level += 1;
    put(out, from, name === 'raw' ? content : this.write(content));
    this.#level = outer;
  }

  #listTable(content: readonly string[], options: ReadonlyMap<string, string>): string {
    const rows: string[][][] = [];
    for (const line of content) {
      const row = /^[*+-] +(?=[*+-](?: |$))/.exec(line)?.[0];
      const cell = /^ *[*+-](?: |$)/.exec(line.slice(row?.length ?? 0))?.[0];
      const width = (row ?? '').length + (cell ?? '').length;
      const opensCell = cell !== undefined && (row !== undefined || indentOf(line) === 2);
      if (row !== undefined) rows.push([]);
      if (opensCell) rows.at(-1)?.push([' '.repeat(width) + line.slice(width)]);
      else rows.at(-1)?.at(-1)?.push(line);
    }
    const cells = rows.map((row) => row.map((cell) => ({ words: this.#lineOf(cell), isHead: false })));
    return tableOf(cells, Number(options.get('header-rows') ?? 0));
  }

  #inline(words: string): string {
    return rstInline(words, this.#names);
  }
}

/** A bullet or a number; `#` counts on from the entry above. */
function writtenMark(mark: string, out: Entries, at: number): string {
  if (!mark.includes('#')) return mark.replace(/^[*+•‣]$/, '-');
  let above = at - 1;
  while (above >= 0 && !/^\S/.test(out[above] ?? '')) above -= 1;
  return mark.replace('#', String(Number(/^\(?(\d+)[.)] /.exec(out[above] ?? '')?.[1] ?? 0) + 1));
}

function put(out: Entries, at: number, entries: readonly string[]): void {
  for (const [index, entry] of entries.entries()) out[at + index] = entry.trimEnd();
}
