export const REPORT_LENGTHS = ['brief', 'standard', 'full'] as const;

/** How long a report may become: one page without sections, sections where the evidence has them, everything it carries. */
export type ReportLength = (typeof REPORT_LENGTHS)[number];
