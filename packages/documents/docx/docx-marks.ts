import { withoutUnsaid } from '@plumbline/text/unsaid-words';
import type { Relationship } from '../office/xml-parts.ts';
import type { XmlElement, XmlNode } from '../text/xml-elements.ts';
import type { Numbering } from './docx-numbering.ts';
import type { WordLook, WordStyles } from './docx-styles.ts';

/** Around the number of words that the conversion to Markdown must not change. */
const [KEEP, KEPT] = ['\uFDD2', '\uFDD3'];
/** In front of an entry of a list, once more than its level. */
const ENTRY = '\uFDD4';
const KEPT_WORDS = new RegExp(`${KEEP}(\\d+)${KEPT}`, 'g');
const LABEL = new RegExp(`^${KEEP}\\d+${KEPT} `);
/** What Markdown takes for the mark of an entry. */
const LIST_MARK = /^(?:-|\d{1,4}[.)]|[a-z]{1,3}\))$/;
const HIDDEN_STRETCHES = /\[hidden: [^\][]+\](?: ?\[hidden: [^\][]+\])+/g;
const BETWEEN_STRETCHES = /\]( ?)\[hidden: /g;

export type UnreadThing = 'picture' | 'embedded object' | 'embedded document' | 'chart' | 'diagram';

/** A note at the foot of a page or at the end. */
export interface WordNote {
  readonly kind: 'footnote' | 'endnote';
  readonly id: string;
  readonly label: string;
}

/** What is found while a document is read, in its order. */
export interface DocxReading {
  readonly styles: WordStyles;
  readonly numbering: Numbering;
  /** Formats of the numbers of notes. */
  readonly noteFormats: Readonly<Record<WordNote['kind'], string>>;
  /** A chart or diagram by the id of its relationship. */
  readonly drawingPart: (id: string) => XmlElement | undefined;
  /** What the body and the parts that were opened refer to; ids of those begin with the name of their part. */
  readonly links: Relationship[];
  readonly kept: string[];
  /** Levels of the headings. */
  readonly headings: number[];
  readonly notes: WordNote[];
  readonly sections: XmlElement[];
  /** Words that comments are on, by the id of the comment. */
  readonly commented: Map<string, string>;
  readonly openComments: Set<string>;
  readonly fields: { code: string; isCode: boolean; readonly start: XmlElement }[];
  /** Places of what is not read. */
  readonly unread: Readonly<Record<UnreadThing, Set<string>>>;
  /** Page numbers that were left out of headers and footers. */
  pageNumbers: number;
  /** The large first letter of the next paragraph. */
  dropCapital: XmlNode[];
  /** Text boxes, to follow the paragraph that they belong to. */
  lifted: XmlNode[];
}

/** What words are in. */
export interface Surroundings {
  readonly look: WordLook;
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  /** Something coloured may lie behind the words. */
  readonly isOnColour: boolean;
  /** Empty for the body, else the part: its relationships are its own. */
  readonly part: string;
  /** Repeated on every page. */
  readonly isRunning: boolean;
}

/** Stands for words until {@link finishMarkdown}. */
export function keep(words: string, { kept }: Pick<DocxReading, 'kept'>): string {
  kept.push(words);
  return `${KEEP}${kept.length - 1}${KEPT}`;
}

/** Words of the document inside a mark of their own, which Markdown must not read as more than words. */
export function keepMark(mark: (words: string) => string, words: string, reading: Pick<DocxReading, 'kept'>): string {
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return keep(mark(line.replaceAll(/[\\`*_~<|]/g, String.raw`\$&`)), reading);
}

/** The number in front of a paragraph. */
export function keepLabel(label: string, level: number, reading: Pick<DocxReading, 'kept'>): string {
  return `${LIST_MARK.test(label) ? ENTRY.repeat(level + 1) : ''}${keep(label, reading)} `;
}

/** A title without the number in front of it, and without what is hidden or struck out. */
export function finishTitle(title: string, reading: Pick<DocxReading, 'kept'>): string | null {
  const named = finishMarkdown(title.replace(LABEL, ''), reading);
  return withoutUnsaid(named).replaceAll(/\s+/g, ' ').trim() || null;
}

/** Puts kept words back, and arranges the entries of lists. */
export function finishMarkdown(markdown: string, { kept }: Pick<DocxReading, 'kept'>): string {
  const lines: string[] = [];
  let depth = -1;
  for (const line of markdown.split('\n')) {
    const level = line.lastIndexOf(ENTRY, 40);
    if (line.startsWith(ENTRY)) {
      if (depth >= 0 && lines.at(-1) === '') lines.pop();
      depth = Math.min(depth + 1, level);
      lines.push(`${'    '.repeat(depth)}${line.slice(level + 1)}`);
    } else {
      if (line !== '') depth = -1;
      lines.push(line);
    }
  }
  return lines
    .join('\n')
    .replaceAll(ENTRY, '')
    .replace(KEPT_WORDS, (_, index: string) => kept[Number(index)] ?? '')
    .replace(HIDDEN_STRETCHES, (stretches) => stretches.replace(BETWEEN_STRETCHES, '$1'))
    .trim();
}
