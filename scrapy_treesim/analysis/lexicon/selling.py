"""Words of buttons that sell."""

from typing import Final

BUY: Final = """
    cart basket buy warenkorb kaufen bestellen panier acheter commander carrito comprar cesta
    carrinho carrello acquista winkelwagen winkelmand bestel koszyka kup sepete satın корзину купить
    kosár košíku lägg köp handlekurv kurv ostoskoriin 加入购物车 立即购买 加入購物車 カートに入れる
    購入する 장바구니 구매하기 apply bewerben postuler
"""
"""To buy, to put into a cart, to apply."""
