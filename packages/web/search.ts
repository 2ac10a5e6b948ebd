export { cutAtWord, isOlder } from './search/result-text.ts';
export {
  NothingSearchedError,
  ProviderError,
  type ProviderTraits,
  type SearchProviders,
  type WebQuery,
  type WebResult,
} from './search/search-provider.ts';
