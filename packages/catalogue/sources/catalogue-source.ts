import { createHash } from 'node:crypto';
import type { VerticalDefinition } from '../values/vertical-definition.ts';

/** A cell as a file or an endpoint writes it; absent or empty: the item does not say. */
export type RawCell = string | number | boolean;

/** One item before its cells are read. */
export interface RawRow {
  /** By the column's name in its file. */
  readonly cells: Readonly<Record<string, RawCell>>;
  /** Its place in the file: "line 12", "item 12". */
  readonly place: string;
}

/** The content of one file or one address. */
export interface RawItems {
  /** Name of the file or the address: "hotel.csv". */
  readonly locator: string;
  /** Stable while the file keeps its name. */
  readonly sourceId: string;
  /** Equal while the content is. */
  readonly fingerprint: string;
  /** Reads the rows; called only where the fingerprint is new. */
  readonly read: () => Promise<ReadRows>;
}

export interface ReadRows {
  readonly rows: readonly RawRow[];
  /** What could not be read. */
  readonly notes: readonly string[];
}

export interface FoundSources {
  readonly items: readonly RawItems[];
  readonly notes: readonly string[];
}

/** Where items come from. */
export interface CatalogueSource {
  /** Verticals that it defines itself. */
  ownVerticals(): Promise<{ readonly definitions: readonly VerticalDefinition[]; readonly notes: readonly string[] }>;
  /**
   * Its items of a vertical; empty if it has none.
   *
   * @throws {PageUnavailableError} when it is an address that may answer later
   */
  find(definition: VerticalDefinition, signal: AbortSignal): Promise<FoundSources>;
}

/** Stable for a file of a catalogue folder, or an address. */
export function sourceIdOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}
