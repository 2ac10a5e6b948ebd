export { installedLanguages, problemOfLanguages } from './scans/recognition-languages.ts';
export {
  hasOtherScans,
  type ScanReading,
  scanReading,
  SCANS_UNREAD,
  unreadPicture,
  WEB_SCANS_UNREAD,
  withoutScans,
  withScans,
} from './scans/scan-reading.ts';
