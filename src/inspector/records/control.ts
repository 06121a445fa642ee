// A control of a form: what it is told, whatever it edits.

/** What a control is told: its id, its value, and what assistive technology is told of it. */
export interface ControlProps {
  readonly id: string;
  readonly value: unknown;
  readonly isFixed: boolean;
  readonly 'aria-invalid': string | undefined;
  readonly 'aria-describedby': string | undefined;
  onChange(value: unknown): void;
}
