import type { BlobRef } from '@plumbline/contracts/evidence/source';
import type { BlobStore } from '@plumbline/storage/blobs';
import { originalRange } from '@plumbline/text/offset-map';
import { z } from 'zod';
import type { TextLayer } from './file-format.ts';

const offset = z.int().nonnegative();

/** A segment of the map: start in the text, start in the layer, length. */
const storedLayerSchema = z.object({ text: z.string(), map: z.array(z.tuple([offset, offset, offset])) });

/** Stores the layer and its map as one JSON blob. */
export function storeTextLayer(blobs: BlobStore, { text, map }: TextLayer): Promise<BlobRef> {
  const stored: z.infer<typeof storedLayerSchema> = {
    text,
    map: map.map(({ start, originalStart, length }) => [start, originalStart, length]),
  };
  return blobs.putText(JSON.stringify(stored), 'application/json');
}

/** @param json as `storeTextLayer` stored it */
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
