export function failedTests(report: unknown): string[]
export function failedJourneys(suites: unknown): string[]
