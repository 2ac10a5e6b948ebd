import type { PanelWords } from './report-english.ts';

export const GERMAN_PANEL: PanelWords = {
  previous: 'Vorige Fundstelle',
  next: 'Nächste Fundstelle',
  ofAll: (place, count) => `${place} von ${count}`,
  whole: 'Ganzes Dokument öffnen',
  larger: 'Größer',
  smaller: 'Kleiner',
  copyQuote: 'Zitat kopieren',
  forEngineers: 'Für Fachleute',
};
