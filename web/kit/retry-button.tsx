import RotateCw from 'virtual:icon/rotate-cw'

type RetryButtonProps = { look: 'primary' | 'outline'; small?: boolean; onPress: () => void }

export function RetryButton({ look, small = false, onPress }: RetryButtonProps) {
  return (
    <button type="button" className={`btn btn-${look}${small ? ' btn-small' : ''}`} onClick={onPress}>
      <RotateCw className="icon" />
      다시 시도
    </button>
  )
}
