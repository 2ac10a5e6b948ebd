import type { CheckedZip } from '../files/zip-reading.ts';

const FONT = /<font(?:\s*\/>|>([^]*?)<\/font>)/g;
const FORMAT = /<xf\s[^>]*>/g;
const CELL = /<c\s[^>]{0,300}>/g;
const STRUCK = /<strike(?:\s+val="(?:1|true)")?\s*\/>/;

/** Addresses ("B3") of the cells whose font is struck, by sheet. Only formats of Office Open XML say so in this way. */
export async function struckCells(
  zip: CheckedZip,
  sheets: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const textOf = async (name: string): Promise<string> => new TextDecoder().decode(await zip.unpack(name));
  const styles = await textOf('xl/styles.xml');
  const formats = struckFormats(styles);
  if (formats.size === 0) return new Map();
  const places = sheetPlaces(await textOf('xl/workbook.xml'), await textOf('xl/_rels/workbook.xml.rels'));
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
  const fonts = /<fonts[\s>][^]*?<\/fonts>/.exec(styles)?.[0].match(FONT) ?? [];
  const formats = /<cellXfs[\s>][^]*?<\/cellXfs>/.exec(styles)?.[0].match(FORMAT) ?? [];
  const isStruck = (format: string): boolean => STRUCK.test(fonts[Number(attributeOf(format, 'fontId'))] ?? '');
  return new Set(formats.flatMap((format, index) => (isStruck(format) ? [index] : [])));
}

/** Names of the parts with the sheets, in the order of the workbook. */
function sheetPlaces(workbook: string, relations: string): string[] {
  const targets = new Map(
    (relations.match(/<Relationship\s[^>]*>/g) ?? []).map((each) => [
      attributeOf(each, 'Id'),
      attributeOf(each, 'Target'),
    ]),
  );
  return (workbook.match(/<sheet\s[^>]*>/g) ?? []).map((sheet) => {
    const target = targets.get(attributeOf(sheet, 'r:id')) ?? '';
    return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
  });
}

function attributeOf(tag: string, name: string): string {
  return new RegExp(String.raw`\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}
