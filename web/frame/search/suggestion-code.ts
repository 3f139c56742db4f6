/** What is loaded when somebody goes to the search field. */
export { SuggestionList } from './suggestion-list.tsx'
export { fetchSuggestions, suggestionsFor } from './suggestions.ts'
