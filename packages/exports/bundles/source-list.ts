import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { z } from 'zod';
import { BundlePath, hashInPath } from './bundle-format.ts';

/** `sources.json`: which files of a bundle belong to which source. */
export const sourceListSchema = z.array(
  z.strictObject({
    sourceId: z.string(),
    locator: z.string(),
    title: z.string(),
    mediaType: z.string(),
    retrievedAt: z.string(),
    /** SHA-256 (hex) of the document; empty where the record knows none. */
    contentHash: z.string(),
    text: z.string(),
    textLayer: z.string().nullable(),
    /** Null: only its text is here. */
    original: z.string().nullable(),
  }),
);
export type SourceList = z.infer<typeof sourceListSchema>;

/** Checks that each file that a source names is in the bundle, and that its original is the one that was read. */
export function sourceListFaults(list: SourceList, present: ReadonlySet<string>): string[] {
  return list.flatMap(({ locator, contentHash, text, textLayer, original }) => {
    const missing = [text, textLayer, original].filter((path) => path !== null && !present.has(path));
    const isOther = original !== null && hashInPath(original) !== contentHash;
    return [
      ...missing.map((path) => `${BundlePath.Sources}, ${locator}: there is no ${path}`),
      ...(isOther ? [`${BundlePath.Sources}, ${locator}: ${original} is not the document that was read`] : []),
    ];
  });
}

/** Checks that the list has the sources of the record, no others, and says of them what the record says. */
export function sourceListDiffers(list: SourceList, { sources }: ResearchRecord): boolean {
  const named = ({ sourceId, locator, title, contentHash }: SourceList[number] | ResearchRecord['sources'][number]) =>
    JSON.stringify([sourceId, locator, title, contentHash]);
  return list.map(named).join('\n') !== sources.map(named).join('\n');
}
