/** What a report can be exported as: how such a file is called, and whether it is text. */
export const EXPORT_FORMATS = {
  markdown: { extension: 'md', mediaType: 'text/markdown; charset=utf-8', isText: true },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8', isText: true },
  pdf: { extension: 'pdf', mediaType: 'application/pdf', isText: false },
  docx: {
    extension: 'docx',
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    isText: false,
  },
  json: { extension: 'json', mediaType: 'application/json', isText: true },
  'csl-json': { extension: 'csl.json', mediaType: 'application/vnd.citationstyles.csl+json', isText: true },
  bibtex: { extension: 'bib', mediaType: 'application/x-bibtex; charset=utf-8', isText: true },
} as const satisfies Record<string, ExportedFileKind>;

export interface ExportedFileKind {
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  readonly isText: boolean;
}

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export function exportFormatNames(): ExportFormat[] {
  return Object.keys(EXPORT_FORMATS).filter((name): name is ExportFormat => name in EXPORT_FORMATS);
}

/** Name of an exported file: `<id>.pdf`, of a run under way `<id>.partial.pdf`. */
export function exportFileName(researchId: string, format: ExportFormat, isPartial: boolean): string {
  return [researchId, ...(isPartial ? ['partial'] : []), EXPORT_FORMATS[format].extension].join('.');
}
