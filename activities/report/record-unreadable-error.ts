/** The file is missing, or this version cannot check it. */
export class RecordUnreadableError extends Error {
  override readonly name: string = 'RecordUnreadableError';

  constructor(path: string, problem: string, options?: ErrorOptions) {
    super(`${path} cannot be checked: ${problem}`, options);
  }
}

/** The file is not a report record. */
export class NoRecordError extends RecordUnreadableError {
  override readonly name = 'NoRecordError';
}

/** A record of this version with missing or malformed parts. */
export class RecordDamagedError extends RecordUnreadableError {
  override readonly name = 'RecordDamagedError';
  /** Paths in the record, such as `report.stats`. */
  readonly places: readonly string[];

  constructor(path: string, places: readonly string[], options?: ErrorOptions) {
    super(path, `the record is damaged at ${listPlaces(places)}`, options);
    this.places = places;
  }
}

const MAX_PLACES = 3;

function listPlaces(places: readonly string[]): string {
  const more = places.length - MAX_PLACES;
  return [...places.slice(0, MAX_PLACES), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
