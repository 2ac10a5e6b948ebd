import { type CellObject, type SheetProps, utils, type WorkSheet, write } from '@e965/xlsx';

export interface SheetOf {
  readonly name: string;
  readonly rows: readonly (readonly (CellObject | string | number | null)[])[];
  /** "A1:B2" */
  readonly merged?: readonly string[];
  readonly hiddenRows?: readonly number[];
  readonly hiddenColumns?: readonly number[];
  readonly isHidden?: boolean;
}

/** A workbook of these sheets. */
export function workbookOf(sheets: readonly SheetOf[], bookType: 'xlsx' | 'xls' | 'ods' = 'xlsx'): Uint8Array {
  const book = utils.book_new();
  for (const { name, rows, merged = [], hiddenRows = [], hiddenColumns = [] } of sheets) {
    const sheet: WorkSheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
    if (merged.length > 0) sheet['!merges'] = merged.map((range) => utils.decode_range(range));
    sheet['!rows'] = hiddenAt(hiddenRows);
    sheet['!cols'] = hiddenAt(hiddenColumns);
    utils.book_append_sheet(book, sheet, name);
  }
  book.Workbook = { Sheets: sheets.map(({ isHidden }): SheetProps => ({ Hidden: isHidden === true ? 1 : 0 })) };
  const bytes: unknown = write(book, { type: 'buffer', bookType });
  if (!(bytes instanceof Uint8Array)) throw new TypeError('A workbook is written as bytes.');
  return bytes;
}

/** A number as the format shows it: `shown(45_000, 'yyyy-mm-dd')`. */
export function shown(value: number, format: string): CellObject {
  return { t: 'n', v: value, z: format };
}

function hiddenAt(places: readonly number[]): { hidden: boolean }[] {
  return Array.from({ length: Math.max(-1, ...places) + 1 }, (_, at) => ({ hidden: places.includes(at) }));
}
