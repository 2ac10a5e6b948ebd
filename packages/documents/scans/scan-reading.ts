/** What becomes of pictures of text: scanned pages, and files that are pictures. */
export interface ScanReading {
  /** Languages of OCR, like `deu+eng`; null: they are not read. */
  readonly languages: string | null;
  /** Why one is not read, for its note. */
  readonly unread: string;
}

export const SCANS_UNREAD: ScanReading = { languages: null, unread: 'set PLUMBLINE_OCR=eng to read scans' };
/** A page of the web is read while a run waits for it, and recognition takes longer. */
export const WEB_SCANS_UNREAD: ScanReading = { languages: null, unread: 'scans on the web are not read' };

/** @param languages of the setting; null: off */
export function scanReading(languages: string | null = null): ScanReading {
  return languages === null ? SCANS_UNREAD : { languages, unread: 'OCR cannot read it' };
}

/** Why a file that is a picture is not read. */
export function unreadPicture({ unread }: ScanReading): string {
  return `a picture; ${unread}`;
}

const MARK = ':scans=';

/** The fingerprint of a file with scans, which are read again when the setting changes. */
export function withScans(fingerprint: string, { languages }: ScanReading): string {
  return `${fingerprint}${MARK}${languages ?? 'off'}`;
}

/** Without what `withScans` added. */
export function withoutScans(fingerprint: string): string {
  return fingerprint.split(MARK)[0] ?? fingerprint;
}

/** Whether the file has scans that were read with another setting. */
export function hasOtherScans(fingerprint: string, scans: ScanReading): boolean {
  return fingerprint.includes(MARK) && fingerprint !== withScans(withoutScans(fingerprint), scans);
}
