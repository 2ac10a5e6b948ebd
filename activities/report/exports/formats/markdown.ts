import { type WriteExport, writtenText } from '../composition/export-material.ts';

/** The report as it is printed. */
export const writeMarkdown: WriteExport = ({ markdown }) => writtenText(markdown);
