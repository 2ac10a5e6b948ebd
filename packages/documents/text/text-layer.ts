import type { Source } from '@plumbline/contracts/evidence/source';
import type { BlobStore } from '@plumbline/storage/blobs';
import { originalRange } from '@plumbline/text/offset-map';
import { z } from 'zod';
import type { ReadText, TextLayer } from './file-format.ts';

const offset = z.int().nonnegative();

/** A segment of the map: start in the text, start in the layer, length. */
const storedLayerSchema = z.object({ text: z.string(), map: z.array(z.tuple([offset, offset, offset])) });

/** Stores what the text of a document was made from: its text layer with the map, as JSON, and the pictures of its figures. */
export async function storeOrigins(
  blobs: BlobStore,
  { textLayer: layer, figures = [] }: Pick<ReadText, 'textLayer' | 'figures'>,
): Promise<Pick<Source, 'textLayer' | 'figures'>> {
  const map = layer?.map.map(({ start, originalStart, length }) => [start, originalStart, length]);
  const kept = figures.map(async ({ bytes, mediaType, ...place }) => ({
    ...(await blobs.putBytes(bytes, mediaType)),
    ...place,
  }));
  return {
    textLayer: layer && (await blobs.putText(JSON.stringify({ text: layer.text, map }), 'application/json')),
    ...(kept.length > 0 && { figures: await Promise.all(kept) }),
  };
}

/** @param json as `storeOrigins` stored it */
export function parseTextLayer(json: string): TextLayer {
  const { text, map } = storedLayerSchema.parse(JSON.parse(json));
  return { text, map: map.map(([start, originalStart, length]) => ({ start, originalStart, length })) };
}

/**
 * Maps a range of the stored text to the text layer, and returns the layer's own words there, with the line breaks,
 * hyphens and running heads that the stored text omits. Null if the range has nothing from the layer.
 */
export function traceToLayer(
  { text, map }: TextLayer,
  range: { readonly start: number; readonly end: number },
): { readonly start: number; readonly end: number; readonly text: string } | null {
  const found = originalRange(map, range);
  return found === null ? null : { ...found, text: text.slice(found.start, found.end) };
}
