import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { archiveOf } from './archive-writing.ts';
import type { BundleEntry, OpenedBundle } from './bundle-reading.ts';

/**
 * Writes the archive anew from what it holds, in memory, and compares: finds changes in what belongs to no file, such as
 * names, times and bytes between files.
 *
 * @returns what is wrong, or null
 */
export async function archiveFault(path: string, { entries }: OpenedBundle): Promise<string | null> {
  const position = await firstDifference(createReadStream(path), archiveOf(entries));
  if (position === null) return null;
  return `the archive was changed outside its files, first at byte ${position}, ${placeOf(position, entries)}`;
}

async function firstDifference(first: Readable, second: Readable): Promise<number | null> {
  const others = chunksOf(second);
  let other: Uint8Array = new Uint8Array();
  let position = 0;
  try {
    for await (let chunk of chunksOf(first)) {
      while (chunk.length > 0) {
        if (other.length === 0) {
          const next = await others.next();
          if (next.done === true) return position;
          other = next.value;
        }
        const length = Math.min(chunk.length, other.length);
        const different = differenceIn(chunk.subarray(0, length), other.subarray(0, length));
        if (different !== null) return position + different;
        position += length;
        chunk = chunk.subarray(length);
        other = other.subarray(length);
      }
    }
    return other.length === 0 && (await others.next()).done === true ? null : position;
  } finally {
    first.destroy();
    second.destroy();
  }
}

async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array, undefined> {
  for await (const chunk of stream) if (chunk instanceof Uint8Array && chunk.length > 0) yield chunk;
}

function differenceIn(first: Uint8Array, second: Uint8Array): number | null {
  if (Buffer.compare(first, second) === 0) return null;
  return first.findIndex((byte, index) => byte !== second[index]);
}

/** Sizes that ZIP prescribes: of the header before a file without its name, and of the descriptor after it. */
const HEADER_BYTES = 30;
const DESCRIPTOR_BYTES = 16;

function placeOf(position: number, entries: readonly BundleEntry[]): string {
  const before = entries.filter((entry) => entry.position <= position);
  const nearest = before.reduce<BundleEntry | null>((a, b) => (a === null || b.position > a.position ? b : a), null);
  if (nearest === null) return 'before its first file';
  const end = nearest.position + HEADER_BYTES + nearest.path.length + nearest.bytes + DESCRIPTOR_BYTES;
  const isLast = before.length === entries.length;
  return isLast && position >= end ? 'in its directory' : `beside ${nearest.path}`;
}
