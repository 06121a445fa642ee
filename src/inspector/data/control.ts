// The properties that all controls of a form share.

/** Its id, its value, and attributes for assistive technology. */
export interface ControlProps {
  readonly id: string;
  readonly value: unknown;
  readonly isFixed: boolean;
  readonly 'aria-invalid': string | undefined;
  readonly 'aria-describedby': string | undefined;
  onChange(value: unknown): void;
}
