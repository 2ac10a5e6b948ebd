export { capitalisedMonths, datesIn, isDateCarried, monthOf } from './text/dates.ts';
export { areAmong, figuresIn, placedFigures, withoutFigures } from './text/figures.ts';
