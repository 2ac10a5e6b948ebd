import type { ExportFormat } from '../../workflows/contracts/export-format.ts';
import type { WriteExport } from './composition/export-material.ts';

/** One line for each format. Loaded when it is asked for: some bring large libraries. */
export const EXPORT_WRITERS: Readonly<Record<ExportFormat, () => Promise<WriteExport>>> = {
  markdown: async () => (await import('./formats/markdown.ts')).writeMarkdown,
  html: async () => (await import('./formats/html.ts')).writeHtml,
  pdf: async () => (await import('./formats/pdf.ts')).writePdf,
  docx: async () => (await import('./formats/docx.ts')).writeDocx,
  json: async () => (await import('./formats/json.ts')).writeJson,
  'csl-json': async () => (await import('./formats/csl-json.ts')).writeCslJson,
  bibtex: async () => (await import('./formats/bibtex.ts')).writeBibtex,
};
