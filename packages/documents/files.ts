export { readRegularFile } from './files/file-reading.ts';
export { openArchive } from './files/zip-reading.ts';
