import { Button, VisuallyHidden } from '@site/shared/site/site.ts';
import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { ActionDialog, type ActionDialogProps } from './action-dialog.tsx';
import { closeAndToast } from './close-and-toast.ts';
import layout from './layout.module.css';

type AskedProps = Omit<ActionDialogProps, 'isOpen' | 'onClose' | 'action' | 'onConfirm' | 'formId'> & {
  /** The text of the button that opens the dialog. */
  readonly label: string;
  /** Text that is added to the label for screen readers, such as `: ana@site.test`. */
  readonly labelEnd?: string;
  readonly variant?: ComponentProps<typeof Button>['variant'];
  readonly size?: ComponentProps<typeof Button>['size'];
  readonly onOpen?: () => void;
  /** The toast that is shown after the action. It replaces an older toast with the same id. */
  readonly done?: string;
  readonly doneId?: string;
  readonly onDone?: () => void;
};

/** A call as `useMutation` returns it. `Input` is the value that its dialog passes. */
type Action<Input> = {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly reset: () => void;
  readonly mutate: (input: Input, then: { readonly onSuccess: () => void }) => void;
};

/** Keeps a dialog open from the press of its button until its call has succeeded. */
function useAsked<Input>({
  action,
  onOpen,
  done,
  doneId,
  onDone,
}: Pick<AskedProps, 'onOpen' | 'done' | 'doneId' | 'onDone'> & { action: Action<Input> }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  function open() {
    if (!action.isPending) action.reset();
    onOpen?.();
    setIsOpen(true);
  }
  function finish() {
    close();
    onDone?.();
  }
  const send = (input: Input) => action.mutate(input, done === undefined ? { onSuccess: finish } : closeAndToast(finish, done, doneId));
  return { isOpen, open, close, send };
}

type OpenButtonProps = Pick<AskedProps, 'label' | 'labelEnd' | 'variant' | 'size'> & { readonly onOpen: () => void };

const OpenButton = ({ label, labelEnd, variant = 'secondary', size = 's', onOpen }: OpenButtonProps) => (
  <Button variant={variant} size={size} onClick={onOpen}>
    {label}
    {labelEnd && <VisuallyHidden>{labelEnd}</VisuallyHidden>}
  </Button>
);

type AskButtonProps = AskedProps & { readonly action: Action<void> };

/** Shows a button whose action needs a confirmation in a dialog. The dialog stays open until the API answers, and shows the error. */
export function AskButton(props: AskButtonProps) {
  const { label, labelEnd, variant, size, action, onOpen, done, doneId, onDone, ...dialog } = props;
  const { isOpen, open, close, send } = useAsked(props);
  return (
    <>
      <OpenButton {...props} onOpen={open} />
      <ActionDialog {...dialog} isOpen={isOpen} onClose={close} action={action} onConfirm={() => send()} />
    </>
  );
}

type AskFormProps<Input> = AskedProps & {
  readonly action: Action<Input>;
  /** A text above the form. */
  readonly about?: ReactNode;
  /** The name under which the typed text survives an expired session. */
  readonly keep?: string;
  /** Whether typed text stays when the dialog is closed. */
  readonly isKeptClosed?: boolean;
  /** Whether some fields are marked as refused, so that no general sentence about the error is needed. */
  readonly isRefused?: boolean;
  /** Returns the input of the action, or null after marking an invalid field. */
  readonly read: (fields: FormData) => Input | null;
};

/** Shows a button whose call is made with the values of a form. */
export function AskForm<Input>(props: AskFormProps<Input>) {
  const { label, labelEnd, variant, size, action, onOpen, done, doneId, onDone, ...others } = props;
  const { about, keep, isKeptClosed = false, isRefused = false, read, children, ...dialog } = others;
  const { isOpen, open, close, send } = useAsked(props);
  const formId = useId();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (action.isPending) return;
    const input = read(new FormData(event.currentTarget));
    if (input !== null) send(input);
  }
  return (
    <>
      <OpenButton {...props} onOpen={open} />
      <ActionDialog
        {...dialog}
        isOpen={isOpen}
        onClose={close}
        action={{ isPending: action.isPending, error: isRefused ? null : action.error }}
        formId={formId}
      >
        {about}
        {(isOpen || isKeptClosed) && (
          <form id={formId} data-keep={keep} className={layout.stack} onSubmit={submit} noValidate>
            {children}
          </form>
        )}
      </ActionDialog>
    </>
  );
}
