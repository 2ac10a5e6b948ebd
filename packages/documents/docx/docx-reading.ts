import { counted } from '@plumbline/contracts/common/counted';
import mammoth from 'mammoth';
import { ShownPictures } from '../figures/picture-words.ts';
import { type CheckedZip, openZip } from '../files/bounded-files.ts';
import { readContentHtml } from '../html/html-reading.ts';
import { withPictures } from '../markup/markup-reading.ts';
import {
  openNamed,
  openPackage,
  openPart,
  type Package,
  partsOf,
  type ReadPart,
  readRelated,
  relationshipsName,
  targetOf,
  writeRelationships,
} from '../office/xml-parts.ts';
import { SCANS_UNREAD } from '../scans/scan-reading.ts';
import { reasonOf, UnreadableFileError } from '../text/document-errors.ts';
import type { ReadText } from '../text/file-format.ts';
import {
  attributeOf,
  childOf,
  createElement,
  createText,
  descendantsOf,
  elementsOf,
  parseXml,
  wordsOf,
  writeXml,
  type XmlElement,
  type XmlNode,
} from '../text/xml-elements.ts';
import { headingStyle, rewriteInside } from './docx-body.ts';
import {
  type DocxReading,
  keep,
  type Surroundings,
  type UnreadThing,
  finishMarkdown,
  finishTitle,
} from './docx-marks.ts';
import { createNumbering } from './docx-numbering.ts';
import { isOn, readStyles } from './docx-styles.ts';

const PLAIN: Surroundings = {
  look: {},
  isStruck: false,
  isHidden: false,
  isOnColour: false,
  part: '',
  isRunning: false,
};
const NAMESPACES: Readonly<Record<string, string>> = {
  'xmlns:w': 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
/** Longer words that a comment is on are cut, in characters. */
const LONGEST_COMMENTED = 200;

type MammothInput = Parameters<typeof mammoth.convertToHtml>[0];

const TITLE = ["p[style-name='Title'] => h1.title:fresh"];

const MAX_PROPERTIES_BYTES = 1_024 ** 2;

/** Parts whose words {@link rewriteDocument} writes into the body, so that Mammoth does not read them again. */
const REWRITTEN_PARTS = /\/(?:numbering|footnotes|endnotes|comments)\d*\.xml$/;

/**
 * A Word document whose body holds all that its reader sees, in terms that Mammoth knows: notes at the end, then headers,
 * footers and comments, each under a heading of its own.
 *
 * @throws {Error} when a part is damaged
 */
async function rewriteDocument(read: ReadPart) {
  const files = await openPackage(read);
  const { main, root } = files;
  const reading = await startReading(files);
  const body = childOf(root, 'w:body');
  const content = rewriteInside(body, { ...PLAIN, isOnColour: hasBackground(root) }, reading);
  for (const add of [addNotes, addRunningWords, addComments]) content.push(...(await add(files, reading)));
  const document = createElement('w:document', namespacesOf(root), [createElement('w:body', {}, content)]);
  return {
    parts: new Map([
      [main, writeXml(document)],
      [relationshipsName(main), writeRelationships(reading.links)],
    ]),
    reading,
  };
}

/** What was not read; null if nothing was left out. */
function unreadNote({ unread }: DocxReading, symbols: number): string | null {
  const counts: readonly (readonly [number, string])[] = [
    ...(Object.entries(unread) as [UnreadThing, Set<string>][]).map(([thing, places]) => [places.size, thing] as const),
    [symbols, 'symbol'],
  ];
  const parts = counts.filter(([count]) => count > 0).map(([count, thing]) => counted(count, thing));
  return parts.length === 0 ? null : `${new Intl.ListFormat('en-GB').format(parts)} not read`;
}

async function startReading(files: Package): Promise<DocxReading> {
  const [styles, numbering, settings] = await Promise.all(
    ['styles', 'numbering', 'settings'].map((type) => readRelated(type, files)),
  );
  const drawings = await readDrawingParts(files, '');
  const formatOf = (name: string, usual: string): string => {
    const stated = [settings, files.root].flatMap((part) => (part === undefined ? [] : descendantsOf(part, name)));
    return (
      stated.map((one) => attributeOf(childOf(one, 'w:numFmt'), 'w:val')).find((format) => format !== undefined) ??
      usual
    );
  };
  return {
    styles: readStyles(styles),
    numbering: createNumbering(numbering),
    noteFormats: { footnote: formatOf('w:footnotePr', 'decimal'), endnote: formatOf('w:endnotePr', 'lowerRoman') },
    drawingPart: (id) => drawings.get(id),
    links: [...files.relationships],
    kept: [],
    headings: [],
    notes: [],
    sections: [],
    commented: new Map(),
    openComments: new Set(),
    fields: [],
    unread: {
      picture: new Set(),
      chart: new Set(),
      diagram: new Set(),
      'embedded object': new Set(),
      'embedded document': new Set(),
    },
    pageNumbers: 0,
    dropCapital: [],
    lifted: [],
  };
}

async function readDrawingParts(files: Package, part: string): Promise<ReadonlyMap<string, XmlElement>> {
  const drawn = files.relationships.filter(({ type }) => /\/(?:chart|diagramData)$/.test(type));
  const read = drawn.map(async ({ id, target }) => {
    const xml = await files.read(target);
    return xml === '' ? [] : [[`${part}${id}`, parseXml(xml)] as const];
  });
  return new Map((await Promise.all(read)).flat());
}

/** Paragraphs that begin with the marks of the notes. */
async function addNotes(files: Package, reading: DocxReading): Promise<XmlNode[]> {
  const added: XmlNode[] = [];
  for (const kind of ['footnote', 'endnote'] as const) {
    const wanted = reading.notes.filter((note) => note.kind === kind);
    const part = wanted.length === 0 ? undefined : await openPart(`${kind}s`, files, reading.links);
    for (const { id, label } of part === undefined ? [] : wanted) {
      const note = elementsOf(part?.root).find((one) => attributeOf(one, 'w:id') === id);
      const words = rewriteInside(note, { ...PLAIN, part: part?.name ?? '' }, reading);
      added.push(...introduced(`${keep(`[^${label}]:`, reading)} `, words));
    }
  }
  return added;
}

async function addComments(files: Package, reading: DocxReading): Promise<XmlNode[]> {
  const part = reading.commented.size === 0 ? undefined : await openPart('comments', files, reading.links);
  if (part === undefined) return [];
  const added = elementsOf(part.root).flatMap((comment) => {
    const on = reading.commented.get(attributeOf(comment, 'w:id') ?? '');
    if (on === undefined) return [];
    const author = attributeOf(comment, 'w:author')?.trim() ?? '';
    const place = on.trim() === '' ? '' : ` on “${cut(on.trim())}”`;
    const lead = `Comment${place}${author === '' ? '' : ` (${author})`}: `;
    return introduced(lead, rewriteInside(comment, { ...PLAIN, part: part.name }, reading));
  });
  return added.length === 0 ? [] : [heading('Comments', reading), ...added];
}

function cut(words: string): string {
  return words.length > LONGEST_COMMENTED ? `${words.slice(0, LONGEST_COMMENTED - 1)}…` : words;
}

/** Headers and footers that are shown, each once. */
async function addRunningWords(files: Package, reading: DocxReading): Promise<XmlNode[]> {
  const settings = await readRelated('settings', files);
  const isEvenShown = childOf(settings, 'w:evenAndOddHeaders') !== undefined;
  const ids = reading.sections.flatMap((section) =>
    elementsOf(section).flatMap((reference) => {
      if (!/^w:(?:header|footer)Reference$/.test(reference.name)) return [];
      const type = attributeOf(reference, 'w:type') ?? 'default';
      const isShown = type === 'first' ? childOf(section, 'w:titlePg') !== undefined : type !== 'even' || isEvenShown;
      return isShown ? (attributeOf(reference, 'r:id') ?? []) : [];
    }),
  );
  const added: XmlNode[] = [];
  const seen = new Set<string>();
  for (const id of new Set(ids)) {
    const target = targetOf(files.relationships, id);
    const part = target === undefined ? undefined : await openNamed(target, files, reading.links);
    const around = { ...PLAIN, part: part?.name ?? '', isOnColour: true, isRunning: true };
    for (const node of rewriteInside(part?.root, around, reading)) {
      const words = typeof node === 'string' ? '' : wordsOf(node).trim();
      if (words !== '' && !seen.has(words)) added.push(node);
      seen.add(words);
    }
  }
  return added.length === 0 ? [] : [heading('Headers and footers', reading), ...added];
}

/** At the level of the sections of the document. */
function heading(words: string, { headings }: DocxReading): XmlElement {
  const style = headingStyle(headings.filter((level) => level === 1).length > 1 ? 1 : 2);
  return createElement('w:p', {}, [createElement('w:pPr', {}, [style]), createElement('w:r', {}, [createText(words)])]);
}

/** Paragraphs as one, behind words that introduce it; other blocks follow. */
function introduced(words: string, blocks: readonly XmlNode[]): XmlNode[] {
  const paragraphs = blocks.filter((block): block is XmlElement => typeof block !== 'string' && block.name === 'w:p');
  const space = createElement('w:r', {}, [createText(' ')]);
  const runs = paragraphs.flatMap((paragraph, index) => [
    ...(index > 0 ? [space] : []),
    ...elementsOf(paragraph).filter(({ name }) => name !== 'w:pPr'),
  ]);
  const rest = blocks.filter((block) => typeof block !== 'string' && block.name !== 'w:p');
  if (runs.length === 0 && rest.length === 0) return [];
  return [createElement('w:p', {}, [createElement('w:r', {}, [createText(words)]), ...runs]), ...rest];
}

/** Colour, or a picture behind the words: white words may be meant to be read. */
function hasBackground(root: XmlElement): boolean {
  const anchors = descendantsOf(root, 'wp:anchor');
  return (
    childOf(root, 'w:background') !== undefined || anchors.some((one) => isOn(attributeOf(one, 'behindDoc') ?? '0'))
  );
}

/** Strict documents have other namespaces. */
function namespacesOf(root: XmlElement): Readonly<Record<string, string>> {
  const stated = Object.keys(NAMESPACES).map(
    (name) => [name, attributeOf(root, name) ?? NAMESPACES[name] ?? ''] as const,
  );
  return Object.fromEntries(stated);
}

/** A Word document as Markdown: all that its reader sees, and what is hidden, struck out or deleted marked as such. @throws {UnreadableFileError} */
export async function readDocx(bytes: Uint8Array, pictures = new ShownPictures(SCANS_UNREAD)): Promise<ReadText> {
  const zip = await openZip(bytes, 'DOCX');
  const { read } = partsOf(zip);
  try {
    const { parts, reading } = await rewriteDocument(read);
    const file = {
      exists: (name: string) => zip.names.includes(name) && !REWRITTEN_PARTS.test(name),
      read: async (name: string) => parts.get(name) ?? read(name),
    };
    // Its types leave out that it takes a file of other sources.
    const { value, messages } = await mammoth.convertToHtml({ file } as unknown as MammothInput, { styleMap: TITLE });
    const document = readContentHtml(value);
    const text = await withPictures(finishMarkdown(document.text, reading), '', zip, pictures);
    const symbols = messages.filter(({ message }) => message.startsWith('A w:sym element')).length;
    return {
      ...document,
      title: document.title === null ? null : finishTitle(document.title, reading),
      ...pictures.shown(text, unreadNote(reading, symbols)),
      beside: await propertiesOf(zip),
    };
  } catch (error) {
    throw new UnreadableFileError(`damaged DOCX: ${reasonOf(error)}`, { cause: error });
  }
}

/** Title, subject, keywords, comments: the properties that Word shows with a document. */
async function propertiesOf(zip: CheckedZip): Promise<string> {
  const parts = zip.names.filter((name) => /^docProps\/\w+\.xml$/.test(name)).slice(0, 5);
  const texts = await Promise.all(
    parts.map(async (name) => new TextDecoder().decode(await zip.read(name, MAX_PROPERTIES_BYTES))),
  );
  return texts.join('\n\n').replaceAll(/<[^<>]*>/g, '\n\n');
}
