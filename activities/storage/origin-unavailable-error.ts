/** What a fork keeps, or a run that resumes, is not on record: the run is gone, or has not come so far. */
export class OriginUnavailableError extends Error {
  override readonly name = 'OriginUnavailableError';
}
