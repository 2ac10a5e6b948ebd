export { typeFilters } from './filters/filter-values.ts';
export { assumeFilters } from './filters/merge-filters.ts';
export { describeVertical, filtersByRule, readableIn, typedFilters, usableFilters } from './filters/message-filters.ts';
