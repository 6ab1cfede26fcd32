/** The time on stage never moves, so a case prints the same bytes on every run and in every time zone. */
export const STAGE_TIME = "2026-01-01 09:00";
