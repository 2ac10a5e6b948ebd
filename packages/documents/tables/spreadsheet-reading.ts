import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { counted } from '@plumbline/contracts/common/counted';
import { type CheckedZip, openZip } from '../files/bounded-files.ts';
import { UnreadableFileError } from '../text/document-errors.ts';
import { joinProblems, NO_PAGES, notRead, type ReadText } from '../text/file-format.ts';
import { cellOf, sheetParts } from './grid-tables.ts';
import type { ReadCell } from './table-headers.ts';
import { writeTableParts } from './table-text.ts';

/** More rows of a sheet are not read. */
const MOST_ROWS = 100_000;
/** More cells of a workbook are not read. */
const MOST_CELLS = 1_000_000;

/** Cells without words are absent. */
type SheetRow = (ReadCell | undefined)[];

/** What was left out of a workbook, in words. */
type Omissions = (string | null)[];

const FONT = /<font(?:\s*\/>|>([^]*?)(?:<\/font>|$))/g;
const FORMAT = /<xf\s[^>]*>/g;
const CELL = /<c\s[^>]{0,300}>/g;
const STRUCK = /<strike(?:\s+val="(?:1|true)")?\s*\/>/;

/** A workbook as Markdown: each sheet a section, its tables with shown values. @throws {UnreadableFileError} */
export async function readSpreadsheet(bytes: Uint8Array): Promise<ReadText> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const zip = isZip ? await openZip(bytes, 'workbook') : null;
  const book = openBook(bytes);
  const struck = zip === null ? new Map<string, ReadonlySet<string>>() : await struckCells(zip, book.SheetNames);
  const omissions: Omissions = [...(zip === null ? [] : await unreadParts(zip))];
  let room = MOST_CELLS;
  const sections = book.SheetNames.flatMap((name, index) => {
    const sheet = book.Sheets[name];
    if (sheet === undefined) return [];
    if ((book.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0) {
      if (rowsOf(sheet).length > 0) omissions.push(`the hidden sheet “${name}” was not read`);
      return [];
    }
    const read = readSheet(name, sheet, { room, struck: struck.get(name) ?? new Set(), omissions });
    room -= read.cells;
    return read.text === '' ? [] : [`## ${name}\n\n${read.text}`];
  });
  const { Title = '', ...properties } = book.Props ?? {};
  return {
    ...NO_PAGES,
    text: sections.join('\n\n').toWellFormed(),
    title: Title.trim() || null,
    publishedAt: null,
    problem: joinProblems(omissions),
    beside: [Title, ...Object.values(properties)].join('\n\n'),
  };
}

function openBook(bytes: Uint8Array): WorkBook {
  try {
    const book = read(bytes, {
      type: 'buffer',
      dense: true,
      // Else it leaves out which rows and columns are hidden.
      cellStyles: true,
      sheetStubs: true,
      // The short form of dates differs by country.
      dateNF: 'yyyy-mm-dd',
      sheetRows: MOST_ROWS,
    });
    for (const sheet of Object.values(book.Sheets)) showDates(sheet, book.Workbook?.WBProps?.date1904 === true);
    return book;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (/password|encrypt/i.test(reason)) throw new UnreadableFileError('encrypted workbook (a password is needed)');
    throw new UnreadableFileError(`damaged workbook: ${reason}`, { cause: error });
  }
}

/** A full stop in a format is one for Excel, and for SheetJS the beginning of parts of a second. */
function showDates(sheet: WorkSheet, date1904: boolean): void {
  for (const cell of rowsOf(sheet).flatMap(([, row]) => row))
    if (cell?.t === 'n' && cell.w === undefined && typeof cell.z === 'string' && SSF.is_date(cell.z))
      cell.w = String(SSF.format(cell.z.replaceAll(/(?<![s\\])\./g, String.raw`\.`), cell.v, { date1904 }));
}

interface SheetContext {
  /** Cells that may still be read. */
  readonly room: number;
  /** Addresses such as "B3". */
  readonly struck: ReadonlySet<string>;
  readonly omissions: Omissions;
}

function readSheet(name: string, sheet: WorkSheet, context: SheetContext): { text: string; cells: number } {
  if (sheet['!type'] !== undefined && sheet['!type'] !== 'sheet')
    context.omissions.push(`the sheet “${name}” without cells was not read`);
  const left: LeftOut = { rows: 0, columns: new Set(), formulas: 0, unread: 0 };
  const comments: string[] = [];
  const rows: SheetRow[] = [];
  let cells = 0;
  for (const [at, row] of rowsOf(sheet)) {
    if (sheet['!rows']?.[at]?.hidden === true) left.rows += row.some((cell) => shownIn(cell) !== '') ? 1 : 0;
    else if (cells > context.room) left.unread += 1;
    else {
      rows[at] = readRow(row, at, sheet, { left, comments, struck: context.struck });
      cells += row.length;
    }
  }
  context.omissions.push(...omissionsOf(name, left, sheet));
  fillMerged(rows, sheet);
  return { text: [writeTableParts(sheetParts(rows)), ...comments].filter((part) => part !== '').join('\n\n'), cells };
}

/** What of a sheet was not read, in numbers. */
interface LeftOut {
  rows: number;
  readonly columns: Set<number>;
  formulas: number;
  /** Rows beyond the limit. */
  unread: number;
}

interface RowContext extends Pick<SheetContext, 'struck'> {
  readonly left: LeftOut;
  readonly comments: string[];
}

function readRow(
  row: readonly (CellObject | undefined)[],
  at: number,
  sheet: WorkSheet,
  { left, comments, struck }: RowContext,
): SheetRow {
  const shown: SheetRow = [];
  for (const [column, cell] of row.entries()) {
    if (cell === undefined) continue;
    const address = utils.encode_cell({ r: at, c: column });
    const words = shownIn(cell, struck.has(address));
    if (sheet['!cols']?.[column]?.hidden === true) {
      if (words !== '') left.columns.add(column);
      continue;
    }
    if (cell.f !== undefined && words === '' && cell.v === undefined) left.formulas += 1;
    if (words !== '') shown[column] = cellOf(words);
    comments.push(...commentsOf(cell, address));
  }
  return shown;
}

function rowsOf(sheet: WorkSheet): [number, (CellObject | undefined)[]][] {
  const rows: unknown = sheet['!data'];
  return Array.isArray(rows)
    ? [...rows.entries()].filter((entry): entry is [number, CellObject[]] => Array.isArray(entry[1]))
    : [];
}

/** What the sheet shows in a cell; struck parts are marked. */
function shownIn(cell: CellObject | undefined, isStruck = false): string {
  if (cell === undefined || cell.t === 'z') return '';
  // A sheet shows long numbers as 1.23457E+14 where no format says so: numbers of accounts and articles would become one.
  const isCut = Number.isSafeInteger(cell.v) && (cell.z ?? 'General') === 'General' && cell.w?.includes('E+') === true;
  const shown = ((isCut ? undefined : cell.w) ?? String(cell.v ?? '')).replaceAll('\r\n', '\n').trim();
  const link = typeof cell.l?.Target === 'string' && /^https?:/i.test(cell.l.Target) ? cell.l.Target : null;
  if (shown === '') return '';
  if (isStruck) return `~~${shown}~~`;
  const words = typeof cell.r === 'string' && cell.r.includes('<strike') ? withStruckRuns(cell.r, shown) : shown;
  return link === null || link === shown ? words : `[${words}](${link})`;
}

/** @param rich the runs of a cell: `<r><rPr><strike/></rPr><t>5 euros</t></r>` */
function withStruckRuns(rich: string, shown: string): string {
  let words = shown;
  for (const [, properties = '', run = ''] of rich.matchAll(
    /<r>\s*<rPr>((?:(?!<\/rPr>)[^]){0,2000})<\/rPr>\s*<t[^<>]{0,100}>([^<]{1,10000})<\/t>/g,
  )) {
    if (STRUCK.test(properties)) words = words.replace(run.trim(), (part) => `~~${part}~~`);
  }
  return words;
}

function commentsOf({ c }: CellObject, address: string): string[] {
  return (c ?? []).flatMap(({ t }) =>
    t === undefined || t.trim() === '' ? [] : [`Comment on ${address}: ${t.trim()}`],
  );
}

function omissionsOf(name: string, { rows, columns, formulas, unread }: LeftOut, sheet: WorkSheet): string[] {
  const isCut = sheet['!fullref'] !== undefined && rowsOf(sheet).length >= MOST_ROWS;
  const where = `of the sheet “${name}”`;
  return [
    ...(rows > 0 ? [`${counted(rows, 'hidden row')} ${where} not read`] : []),
    ...(columns.size > 0 ? [`${counted(columns.size, 'hidden column')} ${where} not read`] : []),
    ...(formulas > 0 ? [`${counted(formulas, 'formula')} ${where} without a stored value`] : []),
    ...(unread > 0
      ? [`the last ${counted(unread, 'row')} ${where} not read: at most ${MOST_CELLS} cells are read`]
      : []),
    ...(isCut ? [`rows after ${MOST_ROWS} ${where} not read`] : []),
  ];
}

/** Puts merged cells into every place that they cover. */
function fillMerged(rows: SheetRow[], sheet: WorkSheet): void {
  const lastColumn = rows.reduce((most, row) => Math.max(most, (row?.length ?? 0) - 1), 0);
  for (const { s, e } of sheet['!merges'] ?? []) {
    const cell = rows[s.r]?.[s.c];
    if (cell === undefined) continue;
    for (const cells of rows.slice(s.r, e.r + 1))
      if (cells !== undefined)
        for (let column = s.c; column <= Math.min(e.c, lastColumn); column += 1) cells[column] ??= cell;
  }
}

/** Parts with words that no cell holds. */
async function unreadParts(zip: CheckedZip): Promise<Omissions> {
  const drawings = zip.names.filter((name) => /^xl\/drawings\/drawing\d+\.xml$/.test(name)).slice(0, 200);
  const texts = await Promise.all(
    drawings.map(async (name) => new TextDecoder().decode(await zip.read(name, 1_024 ** 2))),
  );
  const charts = zip.names.filter((name) => /^xl\/charts\/chart\d+\.xml$/.test(name)).length;
  const pictures = zip.names.filter((name) => name.startsWith('xl/media/')).length;
  return [
    texts.some((text) => /<a:t>[^<]*\S/.test(text)) ? 'text boxes were not read' : null,
    notRead(charts, 'chart'),
    notRead(pictures, 'picture'),
  ];
}

/** Addresses ("B3") of the cells whose font is struck, by sheet. Only formats of Office Open XML say so in this way. */
async function struckCells(
  zip: CheckedZip,
  sheets: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const textOf = async (name: string): Promise<string> => new TextDecoder().decode(await zip.unpack(name));
  const styles = await textOf('xl/styles.xml');
  const formats = struckFormats(styles);
  if (formats.size === 0) return new Map();
  const relations = (await textOf('xl/_rels/workbook.xml.rels')).match(/<Relationship\s[^>]*>/g) ?? [];
  const targets = new Map(relations.map((each) => [attributeOf(each, 'Id'), attributeOf(each, 'Target')]));
  const named = (await textOf('xl/workbook.xml')).match(/<sheet\s[^>]*>/g) ?? [];
  const places = named.map((sheet) =>
    `/xl/${targets.get(attributeOf(sheet, 'r:id')) ?? ''}`.replace(/^.*\/\/|^\//, ''),
  );
  const found = sheets.map(async (sheet, index) => {
    const cells = (await textOf(places[index] ?? '')).match(CELL) ?? [];
    const struck = cells.filter((cell) => formats.has(Number(attributeOf(cell, 's') || -1)));
    return [sheet, new Set(struck.map((cell) => attributeOf(cell, 'r')))] as const;
  });
  return new Map(await Promise.all(found));
}

/** Numbers of the cell formats with a struck font. */
function struckFormats(styles: string): ReadonlySet<number> {
  if (!STRUCK.test(styles)) return new Set();
  const fonts = /<fonts[\s>][^]*?(?:<\/fonts>|$)/.exec(styles)?.[0].match(FONT) ?? [];
  const formats = /<cellXfs[\s>][^]*?(?:<\/cellXfs>|$)/.exec(styles)?.[0].match(FORMAT) ?? [];
  const isStruck = (format: string): boolean => STRUCK.test(fonts[Number(attributeOf(format, 'fontId'))] ?? '');
  return new Set(formats.flatMap((format, index) => (isStruck(format) ? [index] : [])));
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
