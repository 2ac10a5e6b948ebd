import { type WriteExport, writtenText } from '../composition/export-material.ts';

/** The record as it is stored. */
export const writeJson: WriteExport = ({ json }) => writtenText(json);
