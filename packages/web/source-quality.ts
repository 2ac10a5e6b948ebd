export { listedTierOf, sourceTierOf } from './source-quality/source-tier.ts';
export { sourceWeigher } from './source-quality/source-weight.ts';
