export const ENGLISH_PANEL = {
  previous: 'Previous citation',
  next: 'Next citation',
  ofAll: (place: number, count: number) => `${place} of ${count}`,
  whole: 'Open the whole document',
  larger: 'Larger',
  smaller: 'Smaller',
  copyQuote: 'Copy quotation',
  forEngineers: 'For engineers',
};

/** What the source of a citation says around it. */
export type PanelWords = typeof ENGLISH_PANEL;
