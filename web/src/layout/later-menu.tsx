import {
  type ButtonHTMLAttributes,
  type ComponentType,
  createContext,
  type RefAttributes,
  use,
  useRef,
  useState,
} from 'react';
import { later } from './later.tsx';

/** What a button of a menu passes on to its element. */
export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>;

/** What the User did with the button before the script of its menu was there. */
type Early = { isPressed: boolean; hasFocus: boolean };

export const EarlyContext = createContext<Early>({ isPressed: false, hasFocus: false });

/**
 * A button with a menu or a form, whose script is loaded later. Until then the button alone stands
 * there. If it is pressed meanwhile, it says that it waits, and opens when the script has come
 * (`menu.tsx`).
 */
export function laterMenu<P extends object>(
  Button: ComponentType<P & ButtonProps>,
  opens: 'menu' | 'dialog',
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  function Before(props: P) {
    const early = use(EarlyContext);
    const [isPressed, setIsPressed] = useState(false);
    return (
      <Button
        {...props}
        aria-haspopup={opens}
        aria-expanded={isPressed}
        aria-busy={isPressed}
        onClick={() => {
          early.isPressed = !isPressed;
          setIsPressed(!isPressed);
        }}
        onFocus={() => {
          early.hasFocus = true;
        }}
        onBlur={() => {
          early.hasFocus = false;
        }}
      />
    );
  }
  const Menu = later(load, (props: P) => <Before {...props} />);
  return (props) => {
    const early = useRef<Early>({ isPressed: false, hasFocus: false });
    return (
      <EarlyContext value={early.current}>
        <Menu {...props} />
      </EarlyContext>
    );
  };
}
