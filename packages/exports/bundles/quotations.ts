import type { ResearchRecord } from '@plumbline/contracts/report/report';
import type { StoredTexts } from '@plumbline/quotes/stored-quotes';
import { quotesOfRecord } from '@plumbline/report/record-verification';
import { type Quotation, type Quotations, textPathOf } from './bundle-format.ts';

const NOTE =
  'Each text stands in its file at bytes.offset for bytes.length bytes, ' +
  'and at utf16.start to utf16.end (exclusive) in UTF-16 code units, as JavaScript, Java and C# count.';

/** Every quotation of a record with both offsets. Quotations of a text that cannot be read are left out. */
export async function quotationsOf(record: ResearchRecord, texts: StoredTexts): Promise<Quotations> {
  const placed = quotesOfRecord(record);
  const numbers = new Map(record.report.citations.map(({ number, quote }) => [quote.key, number]));
  const locators = new Map(record.sources.map(({ sourceId, locator }) => [sourceId, locator]));
  const offsets = await offsetsByText(
    placed.map(({ quote }) => quote),
    texts,
  );
  const quotations = placed.flatMap(({ place, quote }): Quotation[] => {
    const { key, sourceId, page, textHash, start, end, text } = quote;
    const from = offsets.get(textHash)?.get(start);
    const to = offsets.get(textHash)?.get(end);
    if (from === undefined || to === undefined) return [];
    const bytes = { offset: from, length: to - from };
    const number = numbers.get(key) ?? null;
    const locator = locators.get(sourceId) ?? '';
    return [{ place, key, number, locator, page, file: textPathOf(textHash), bytes, utf16: { start, end }, text }];
  });
  return { note: NOTE, quotations };
}

async function offsetsByText(
  quotes: readonly { readonly textHash: string; readonly start: number; readonly end: number }[],
  texts: StoredTexts,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const byText = new Map<string, ReadonlyMap<number, number>>();
  for (const [textHash, those] of Map.groupBy(quotes, (quote) => quote.textHash)) {
    const { text } = await texts.read(textHash);
    if (text === null) continue;
    const offsets = those.flatMap(({ start, end }) => [start, end]);
    byText.set(textHash, byteOffsets(text, offsets));
  }
  return byText;
}

/** What is wrong with the quotations of a bundle, compared with its texts. */
export async function quotationFaults(
  { quotations }: Quotations,
  bytesOf: (path: string) => Promise<Buffer | null>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const [file, those] of Map.groupBy(quotations, (quotation) => quotation.file)) {
    const bytes = await bytesOf(file);
    const text = bytes?.toString('utf8');
    for (const quotation of those) {
      const fault = bytes === null ? `there is no ${file}` : faultOf(quotation, bytes, text ?? '');
      if (fault !== null) faults.push(`quotations.json, ${quotation.place}, quote ${quotation.key}: ${fault}`);
    }
  }
  return faults;
}

function faultOf({ file, bytes: { offset, length }, utf16, text }: Quotation, bytes: Buffer, whole: string) {
  const isAtBytes = bytes.subarray(offset, offset + length).toString('utf8') === text;
  if (!isAtBytes) return `${file} reads differently at byte ${offset}`;
  return whole.slice(utf16.start, utf16.end) === text
    ? null
    : `${file} reads differently at ${utf16.start}–${utf16.end}`;
}

/**
 * Offsets in the UTF-8 form of a text for offsets in UTF-16 code units. The text is gone through once, however many
 * there are.
 *
 * @param offsets in any order, none beyond the text
 */
export function byteOffsets(text: string, offsets: readonly number[]): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  let reached = 0;
  let bytes = 0;
  for (const offset of [...new Set(offsets)].sort((first, second) => first - second)) {
    bytes += Buffer.byteLength(text.slice(reached, offset));
    reached = offset;
    found.set(offset, bytes);
  }
  return found;
}
