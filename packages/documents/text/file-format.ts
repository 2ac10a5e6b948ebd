import { basename, extname } from 'node:path';
import { counted } from '@plumbline/contracts/common/counted';
import type { FrontMatter } from '@plumbline/text/front-matter';
import type { OffsetMap } from '@plumbline/text/offset-map';

/** A kind of file that is read. */
interface FormatEntry {
  /** Lower-case endings, separated by spaces. */
  readonly endings: string;
  /** Files that are known by their whole name. */
  readonly names?: RegExp;
  /** In lower case, separated by spaces. The first one names the format in records. */
  readonly mediaTypes: string;
  /** Media type of the stored text; defaults to the file's own. */
  readonly stored?: string;
}

const MARKDOWN = 'text/markdown';

const FORMATS = {
  markdown: { endings: '.md .markdown .mdown .mkd .mdx', mediaTypes: 'text/markdown text/x-markdown' },
  figure: { endings: '.svg .drawio .dio', mediaTypes: 'image/svg+xml', stored: MARKDOWN },
  rst: { endings: '.rst .rest', mediaTypes: 'text/x-rst text/prs.fallenstein.rst', stored: MARKDOWN },
  asciidoc: { endings: '.adoc .asciidoc .asc', mediaTypes: 'text/asciidoc text/x-asciidoc', stored: MARKDOWN },
  code: {
    endings: [
      '.ts .tsx .mts .cts .js .jsx .mjs .cjs .vue .svelte .py .pyi .java .kt .kts .scala .groovy .gradle .go .rs .c .h .cc .cpp',
      '.cxx .hh .hpp .m .mm .cs .fs .vb .swift .dart .rb .php .pl .pm .lua .r .jl .ex .exs .erl .clj .hs .ml .sh .bash .zsh .fish',
      '.ps1 .psm1 .bat .cmd .sql .css .scss .sass .less .proto .graphql .tf .hcl .cmake .mk .asm .sol .zig .nix',
    ].join(' '),
    names: /^(?:(?:Docker|Container|Make|Jenkins|Rake|Gem|Proc|Vagrant|Brew|Just|Pip)file|CMakeLists\.txt)(?:\.\w+)?$/i,
    // Servers send no such type: code is not read from the web.
    mediaTypes: 'text/x-source',
    stored: 'text/plain',
  },
  data: {
    endings:
      '.json .jsonl .ndjson .json5 .jsonc .geojson .yaml .yml .toml .xml .ini .cfg .conf .properties .env .example',
    mediaTypes: 'text/x-data',
    stored: 'text/plain',
  },
  // Servers that do not know the type, or want the file to be saved, send all but the first; the content tells it.
  text: {
    endings: '.txt .text .org .log .mmd .mermaid .puml .plantuml .dot .gv',
    mediaTypes: [
      'text/plain  application/octet-stream binary/octet-stream application/binary application/unknown',
      'application/x-unknown unknown/unknown application/download application/x-download',
      'application/force-download application/x-force-download',
    ].join(' '),
  },
  html: {
    endings: '.html .htm .xhtml',
    // The reader drops the tags of any markup language.
    mediaTypes: 'text/html application/xhtml+xml application/xml text/xml',
  },
  pdf: { endings: '.pdf', mediaTypes: 'application/pdf application/x-pdf', stored: 'text/plain' },
  docx: {
    endings: '.docx',
    mediaTypes: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    stored: MARKDOWN,
  },
  spreadsheet: {
    endings: '.xlsx .xlsm .xls .ods',
    mediaTypes: [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet application/vnd.ms-excel',
      'application/vnd.ms-excel.sheet.macroenabled.12 application/vnd.oasis.opendocument.spreadsheet',
    ].join(' '),
    stored: MARKDOWN,
  },
  pptx: {
    endings: '.pptx .pptm .ppsx',
    mediaTypes: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    stored: MARKDOWN,
  },
  odf: {
    endings: '.odt .odp',
    mediaTypes: 'application/vnd.oasis.opendocument.text application/vnd.oasis.opendocument.presentation',
    stored: MARKDOWN,
  },
  epub: { endings: '.epub', mediaTypes: 'application/epub+zip', stored: MARKDOWN },
  mail: { endings: '.eml .mbox', mediaTypes: 'message/rfc822 application/mbox', stored: MARKDOWN },
  picture: {
    endings: '.png .jpg .jpeg .tif .tiff .bmp .webp .pbm .pgm .ppm',
    // Pictures of the web are no documents.
    mediaTypes: 'image/*',
    stored: 'text/plain',
  },
  csv: {
    endings: '.csv .tsv .tab',
    mediaTypes: 'text/csv text/tab-separated-values application/csv',
    stored: MARKDOWN,
  },
} as const satisfies Record<string, FormatEntry>;

export type FileFormat = keyof typeof FORMATS;

const ENTRIES = Object.entries(FORMATS) as [FileFormat, FormatEntry][];
const FORMAT_BY_ENDING: ReadonlyMap<string, FileFormat> = new Map(
  ENTRIES.flatMap(([format, { endings }]) => endings.split(' ').map((ending) => [ending, format] as const)),
);
const FORMAT_BY_MEDIA_TYPE: ReadonlyMap<string, FileFormat> = new Map(
  ENTRIES.flatMap(([format, { mediaTypes }]) => mediaTypes.split(' ').map((mediaType) => [mediaType, format] as const)),
);

/** Formats that are not read and that users expect to work, with advice. */
const ADVICE: readonly (readonly [endings: string, advice: string])[] = [
  ['.doc .dot', 'old Word format: save it as DOCX or PDF'],
  ['.rtf', 'rich text: save it as DOCX, ODT or PDF'],
  ['.ppt .pps', 'old PowerPoint format: save it as PPTX or PDF'],
  ['.xlsb', 'binary Excel format: save it as XLSX'],
  ['.msg', 'Outlook message: save it as EML or PDF'],
  ['.pages .numbers .key', 'Apple format: export it as DOCX, XLSX, PPTX or PDF'],
  ['.mp3 .wav .m4a .ogg .flac .aac', 'audio: needs a transcript'],
  ['.mp4 .mov .avi .mkv .webm .wmv', 'video: needs a transcript'],
  ['.tar .tgz .gz .bz2 .xz .zst .7z .rar', 'packed: unpack it, or pack it as a ZIP file'],
];
/** Files that a program wrote, by their names. */
const UNREAD_NAMES: readonly (readonly [name: RegExp, reason: string])[] = [
  [
    /^(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|(?:yarn|Cargo|poetry|uv|composer|Gemfile|flake|bun|deno|Pipfile|mix|pubspec|Podfile)\.lock|go\.sum)$/i,
    'lock file: it lists versions of packages',
  ],
  [
    /\.min\.[cm]?(?:js|css)$|\.(?:[cm]?js|css|ts)\.map$|\.map$/i,
    'made by a program: the files it was made from are read',
  ],
];
const ADVICE_BY_ENDING: ReadonlyMap<string, string> = new Map(
  ADVICE.flatMap(([endings, advice]) => endings.split(' ').map((ending) => [ending, advice] as const)),
);
const PROGRAM_TITLE =
  /^(?:microsoft (?:word|powerpoint|excel)|powerpoint)\b|^pr[eéä]\p{L}{7,10}[ -](?:\p{L}{2,8} )?(?:de |di )?powerpoint$|^(?:(?:slide|folie|diapositiv[ae]|presentation|untitled|unbenannt) ?\d{0,3}|no slide title|kein folientitel)$|\.(?:docx?|pptx?|indd|qxd|pdf|dvi|tex)$/iu;

/**
 * Format by file name; a name without extension (README) is read as text. Undefined: files of this type are not read.
 */
export function fileFormatOf(path: string): FileFormat | undefined {
  const [name, ending] = [basename(path), extname(path).toLowerCase()];
  if (UNREAD_NAMES.some(([pattern]) => pattern.test(name))) return undefined;
  const named = ENTRIES.find(([, { names }]) => names?.test(name) === true);
  if (named !== undefined) return named[0];
  return ending === '' ? 'text' : FORMAT_BY_ENDING.get(ending);
}

/** Whether a text is written for programs: it states only what its comments and descriptions say. */
export function isForPrograms(format: FileFormat | undefined): boolean {
  return format === 'code' || format === 'data';
}

/** Format by media type, in lower case and without parameters. Undefined: unreadable. */
export function formatOfMediaType(mediaType: string): FileFormat | undefined {
  return FORMAT_BY_MEDIA_TYPE.get(mediaType);
}

export function mediaTypeOf(format: FileFormat): string {
  return FORMATS[format].mediaTypes.split(' ', 1).join('');
}

/** Media type of the stored text of a document in this format. */
export function storedMediaTypeOf(format: FileFormat): string {
  const { stored, mediaTypes }: FormatEntry = FORMATS[format];
  return stored ?? mediaTypes.split(' ', 1).join('');
}

/** Why a file with this name is not read, for the report. */
export function unreadFormatOf(path: string): string {
  const named = UNREAD_NAMES.find(([pattern]) => pattern.test(basename(path)));
  return named?.[1] ?? ADVICE_BY_ENDING.get(extname(path).toLowerCase()) ?? 'unsupported file type';
}

/** A page that is a picture of text. */
export interface ScannedPage {
  /** Counted from 1. */
  readonly page: number;
  /** How surely its words were recognised, in percent; null: they were not. */
  readonly confidence: number | null;
}

/** A picture that a document shows. */
export interface UndescribedPicture {
  /** SHA-256 (hex) of its bytes. */
  readonly hash: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** A picture, and where its words stand in the text; `label` says who read them. */
type FigurePicture = Omit<UndescribedPicture, 'hash'> & Readonly<{ start: number; end: number; label: string }>;

/** What the reader of one format extracts from the bytes. */
export interface ReadText {
  readonly text: string;
  /** The title that the format itself states; null when it has none worth showing. */
  readonly title: string | null;
  /** ISO 8601, as the document states it. */
  readonly publishedAt: string | null;
  /** What the document says of itself in its front matter; null for formats that have none. */
  readonly stated: Pick<FrontMatter, 'authors' | 'address' | 'description'> | null;
  /** Ranges of the physical pages in the text; null for formats without pages. */
  readonly pages: readonly { readonly start: number; readonly end: number }[] | null;
  /**
   * Printed page numbers by physical page, empty where a page has none; null when they are simply 1, 2, 3 or unknown.
   */
  readonly pageLabels: readonly string[] | null;
  /** The text layer that the text was made from; null where the file's own text is stored. */
  readonly textLayer: TextLayer | null;
  /** Which part of the document could not be read, and why; null when all was read. */
  readonly problem: string | null;
  /** What was left out around the main content of a web page, as of most pages; absent where nothing was. */
  readonly trimmed?: string;
  /** Paragraphs of the document that were not read, as far as the format tells. Never stored. */
  readonly leftOut: readonly string[];
  /** Its pages that are pictures of text; empty for one that shows pictures and has no pages; absent where there are none. */
  readonly scanned?: readonly ScannedPage[];
  /** The pictures of its figures, as far as a browser can show them; absent: none. */
  readonly figures?: readonly FigurePicture[];
  /** Pictures that a model has to describe before the document can be read; absent: none. Never stored. */
  readonly undescribed?: readonly UndescribedPicture[];
  /** Paths of other files of the folder that were read with it: what it includes and shows. */
  readonly dependsOn?: readonly string[];
  /** Other text in the file: properties, comments, hidden text. Never stored. */
  readonly beside: string;
}

/** What was not read, as one note; null where nothing is missing. */
export function joinProblems(problems: Iterable<string | null | undefined>): string | null {
  return [...problems].filter((problem) => typeof problem === 'string').join('; ') || null;
}

/** `2 pictures not read`; null where there are none. */
export function notRead(count: number, thing: string, things?: string): string | null {
  return count === 0 ? null : `${counted(count, thing, things)} not read`;
}

/** Shared by all formats without pages. */
export const NO_PAGES = {
  stated: null,
  pages: null,
  pageLabels: null,
  textLayer: null,
  problem: null,
  leftOut: [] as readonly string[],
  beside: '',
} as const;

/**
 * The words of the original document, and a map to them from the stored text, so that a quote can be traced to them.
 */
export interface TextLayer {
  readonly text: string;
  readonly map: OffsetMap;
}

/** Whether a file with this name holds documents. */
export function isArchive(name: string): boolean {
  return /\.zip$/i.test(name);
}

/** Whether a program wrote the title, or its template: file names, counters, "PowerPoint Presentation". */
export function isOfProgram(title: string): boolean {
  return PROGRAM_TITLE.test(title);
}
